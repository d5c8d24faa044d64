/// The script of a report: everything between its `<script>` tags.
///
/// It makes a list and a viewer of the sections that the page has without it. It writes text and properties,
/// never markup, and what goes wrong while it starts leaves the page as it is without scripts.
enum ReportScript {
  static let text = #"""

    'use strict';
    (() => {
      const root = document.documentElement;
      const modes = [
        ['side', 'Side by side'], ['swipe', 'Swipe'], ['onion', 'Onion skin'], ['blink', 'Blink'],
        ['difference', 'Difference'], ['subtract', 'Subtract']];
      const steps = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 2, 3, 4, 6, 8, 12, 16];
      const signs = { changed: '\u2260', missing: '\u2212', new: '+', 'not-compared': '!',
        'within-limits': '\u2248', same: '=' };
      const keys = [
        ['j \u2193 \u2192', 'next picture'], ['k \u2191 \u2190', 'previous picture'],
        ['1 2 3 4 5 6', 'side by side, swipe, onion skin, blink, difference, subtract'],
        ['n p', 'zoom to the next, previous change'], ['+ \u2212', 'zoom in, out; also Ctrl and the wheel'],
        ['f w 0', 'fit the picture, fit its width, one to one'],
        ['Shift \u2190 \u2191 \u2192 \u2193', 'move the picture; also by dragging'],
        ['[ ]', 'move the swipe, or fade the onion skin'], ['b', 'the other picture, in blink'],
        ['Space', 'start or stop blinking'], ['x', 'show or hide the boxes'], ['/', 'filter the list'],
        ['t', 'light, dark, or as the system has it'], ['?', 'these keys'],
        ['Esc', 'close, empty the filter, or fit the picture']];

      /** The list and everything that is in it. */
      const entries = [];
      const shown = { entry: null, mode: 'side', split: 50, boxes: true, box: -1, playing: false,
        away: true };
      /** zoom is in pixels of the screen for one of the picture; x and y are in the middle of each pane. */
      const view = { zoom: 1, x: 0, y: 0, fit: 'auto' };
      const page = {};
      let blinking = 0;

      const all = (selector, within = document) => [...within.querySelectorAll(selector)];
      const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
      function make(tag, properties = {}, ...children) {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(properties)) {
          if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
          else if (value !== undefined && value !== null) element.setAttribute(name, value);
        }
        element.append(...children);
        return element;
      }
      const button = (words, title, action, properties = {}) =>
        make('button', { type: 'button', title, onclick: action, ...properties }, words);
      const press = (element, on) => element.setAttribute('aria-pressed', String(on));

      // The list

      function gather() {
        all('.entry').forEach(section => {
          const pictures = {};
          for (const kind of ['expected', 'actual', 'difference']) {
            const image = section.querySelector('figure.' + kind + ' img');
            if (!image) continue;
            pictures[kind] = { image, left: Number(image.dataset.left || 0),
              top: Number(image.dataset.top || 0), width: Number(image.getAttribute('width')),
              height: Number(image.getAttribute('height')) };
          }
          // What cannot be shown is told where the viewer will be.
          all('.lack', section).forEach(lack => {
            const figure = lack.closest('figure');
            lack.prepend(make('b', {}, figure.querySelector('figcaption').textContent), ' ');
            figure.parentNode.before(lack);
          });
          const boxes = all('[data-box]', section).map((item, index) => {
            const [left, top, width, height] = item.dataset.box.split(' ').map(Number);
            const words = item.textContent;
            item.replaceChildren(button(words, 'Zoom to this change', () => showBox(index)));
            return { left, top, width, height, item: item.firstChild, words };
          });
          const areas = Object.values(pictures);
          entries.push({ section, id: section.id, state: section.dataset.state, pictures, boxes,
            name: section.querySelector('h2 bdi').textContent,
            width: Math.max(1, ...areas.map(area => area.left + area.width)),
            height: Math.max(1, ...areas.map(area => area.top + area.height)) });
          // The address means the entry, not a place to scroll to.
          section.removeAttribute('id');
        });
        const same = document.querySelector('details.same');
        if (same) {
          same.open = true;
          all('li', same).forEach(item =>
            entries.push({ section: same, id: 'same', state: 'same', pictures: {}, boxes: [],
              name: item.textContent, width: 1, height: 1 }));
        }
      }

      function makeList() {
        page.counts = {};
        for (const entry of entries) page.counts[entry.state] = (page.counts[entry.state] || 0) + 1;
        page.list = make('ul');
        for (const entry of entries) {
          const cut = entry.name.lastIndexOf('/') + 1;
          const label = make('bdi', { class: 'file' }, entry.name.slice(cut));
          const words = make('span', {}, label);
          if (cut > 0) words.prepend(make('bdi', { class: 'folder' }, entry.name.slice(0, cut)));
          const state = entry.state.replace('-', ' ');
          entry.link = make('a', { href: '#' + entry.id, 'data-state': entry.state, title: state,
            onclick: event => { event.preventDefault(); closeList(); show(entry); } },
            make('span', { class: 'sign', 'aria-hidden': 'true' }, signs[entry.state]), words,
            make('span', { class: 'unseen' }, state));
          entry.line = make('li', {}, entry.link);
          page.list.append(entry.line);
        }
        page.none = make('p', { class: 'empty', hidden: '' }, 'No picture matches.');
        page.filter = make('input', { type: 'search', placeholder: 'Filter by name', oninput: filter,
          'aria-label': 'Filter by name', autocomplete: 'off', spellcheck: 'false' });
        const states = Object.keys(signs).filter(state => page.counts[state]);
        page.states = states.map(state => {
          const hidden = state === 'same' && states.length > 1;
          return button(make('b', {}, String(page.counts[state])), 'Show or hide what is ' +
            state.replace('-', ' '), event => { toggle(event.currentTarget); filter(); },
            { 'data-state': state, 'aria-pressed': String(!hidden) });
        });
        page.states.forEach(item => item.append(' ' + item.dataset.state.replace('-', ' ')));
        page.nav = make('nav', { id: 'list', 'aria-label': 'Pictures' },
          make('div', { class: 'filters' }, page.filter,
            make('div', { class: 'states', role: 'group', 'aria-label': 'States' }, ...page.states)),
          page.list, page.none);
        document.querySelector('main').before(page.nav);
        filter();
      }
      const toggle = element => press(element, element.getAttribute('aria-pressed') !== 'true');

      function filter() {
        const words = page.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
        const states = new Set(page.states.filter(item => item.getAttribute('aria-pressed') === 'true')
          .map(item => item.dataset.state));
        let count = 0;
        for (const entry of entries) {
          const name = entry.name.toLowerCase();
          entry.line.hidden = !states.has(entry.state) || !words.every(word => name.includes(word));
          if (!entry.line.hidden) count += 1;
        }
        page.none.hidden = count > 0;
      }

      function step(by) {
        let index = entries.indexOf(shown.entry) + by;
        while (entries[index] && (entries[index].line.hidden || entries[index].id === 'same')) index += by;
        if (entries[index]) show(entries[index]);
      }

      function closeList() {
        page.nav.classList.remove('open');
        page.toList.setAttribute('aria-expanded', 'false');
      }

      // The viewer

      function makeHeader() {
        const header = document.querySelector('header');
        header.append(make('div', { class: 'lines' }, ...all('p', header)));
        page.toList = button('Pictures', 'Show or hide the list', () => {
          const open = page.nav.classList.toggle('open');
          page.toList.setAttribute('aria-expanded', String(open));
        }, { 'aria-expanded': 'false', 'aria-controls': 'list' });
        page.theme = button('', '', nextTheme);
        header.append(make('div', { class: 'group to-list', role: 'group', 'aria-label': 'Pictures' },
            button('\u2039', 'Previous picture (k)', () => step(-1), { class: 'icon' }), page.toList,
            button('\u203a', 'Next picture (j)', () => step(1), { class: 'icon' })),
          page.theme,
          button('?', 'Keys (?)', help, { class: 'icon', 'aria-label': 'Keys' }));
        const list = make('dl');
        for (const [names, words] of keys) {
          const term = make('dt');
          names.split(' ').forEach((name, index) => term.append(index ? ' ' : '', make('kbd', {}, name)));
          list.append(term, make('dd', {}, words));
        }
        page.help = make('dialog', { 'aria-label': 'Keys' },
          make('header', {}, make('h2', {}, 'Keys'), button('Close', 'Close (Esc)', help)), list);
        page.status = make('p', { class: 'unseen', role: 'status' });
        document.body.append(page.help, page.status);
      }
      const help = () => page.help.open ? page.help.close() : page.help.showModal();

      function makeViewer() {
        page.modes = modes.map(([mode, words], index) => button(words, words + ' (' + (index + 1) + ')',
          () => setMode(mode), { 'data-mode': mode }));
        page.modes.forEach((item, index) => item.append(' ', make('kbd', {}, String(index + 1))));
        page.zoom = make('output', { 'aria-label': 'Zoom' });
        page.boxes = button('Boxes', 'Show or hide the boxes (x)', () => setBoxes(!shown.boxes));
        page.change = make('output', { 'aria-label': 'Change' });
        page.changes = make('div', { class: 'group', role: 'group', 'aria-label': 'Changes' },
          button('\u2039', 'Previous change (p)', () => stepBox(-1), { class: 'icon' }),
          page.change,
          button('\u203a', 'Next change (n)', () => stepBox(1), { class: 'icon' }), page.boxes);
        page.range = make('input', { type: 'range', min: 0, max: 100, step: 1,
          oninput: event => setSplit(Number(event.target.value)) });
        page.rangeWords = make('span');
        page.slider = make('label', { class: 'slider' }, page.rangeWords, page.range);
        page.play = button('', 'Start or stop blinking (Space)', () => play(!shown.playing));
        page.blink = make('div', { class: 'group', role: 'group', 'aria-label': 'Blink' }, page.play,
          button('Flip', 'The other picture (b)', flip));
        page.place = make('span', { class: 'place', 'aria-hidden': 'true' });
        page.group = make('div', { class: 'group modes', role: 'group', 'aria-label': 'Mode' },
          ...page.modes);
        page.tools = make('div', { class: 'tools' }, page.group,
          make('div', { class: 'group', role: 'group', 'aria-label': 'Zoom' },
            button('\u2212', 'Zoom out (\u2212)', () => zoomStep(-1), { class: 'icon' }), page.zoom,
            button('+', 'Zoom in (+)', () => zoomStep(1), { class: 'icon' }),
            button('Fit', 'Fit the picture (f)', () => setFit('whole')),
            button('Width', 'Fit the width (w)', () => setFit('width')),
            button('1:1', 'A pixel of the screen for each of the picture (0)', () => zoomTo(1))),
          page.changes, page.slider, page.blink, page.place);
        page.stage = make('div', { class: 'stage' });
        page.viewer = [page.tools, page.stage];
        page.viewer.forEach(part => part.classList.add('viewer'));
        // In the next frame: what it sets may change the size that is observed.
        new ResizeObserver(() => requestAnimationFrame(layOut)).observe(page.stage);
      }

      function show(entry, mode = shown.mode) {
        if (shown.entry) {
          shown.entry.section.classList.remove('chosen');
          shown.entry.link.removeAttribute('aria-current');
        }
        if (shown.entry !== entry) {
          Object.assign(view, { fit: 'auto' });
          shown.box = -1;
        }
        shown.entry = entry;
        shown.mode = mode;
        entry.section.classList.add('chosen');
        entry.link.setAttribute('aria-current', 'true');
        if (!entry.line.hidden) entry.link.scrollIntoView({ block: 'nearest' });
        const pictures = entry.section.querySelector('.pictures');
        if (pictures) pictures.before(...page.viewer);
        page.status.textContent = entry.name + ', ' + entry.state.replace('-', ' ');
        document.querySelector('main').scrollTop = 0;
        draw();
        remember();
      }

      /** The mode that is chosen, or the first where the pictures for it are not there. */
      function modeNow() {
        const { expected, actual, difference } = shown.entry.pictures;
        if (shown.mode === 'difference') return difference ? 'difference' : 'side';
        return expected && actual ? shown.mode : 'side';
      }

      function draw() {
        const { pictures, boxes } = shown.entry;
        const mode = modeNow();
        const kinds = Object.keys(pictures);
        stopBlinking();
        page.group.hidden = kinds.length < 2;
        page.modes.forEach(item => {
          const name = item.dataset.mode;
          press(item, name === mode);
          item.disabled = name === 'difference' ? !pictures.difference
            : name !== 'side' && !(pictures.expected && pictures.actual);
        });
        page.changes.hidden = boxes.length === 0;
        page.slider.hidden = mode !== 'swipe' && mode !== 'onion';
        page.rangeWords.textContent = mode === 'swipe' ? 'Divider' : 'Actual';
        page.blink.hidden = mode !== 'blink';
        const sets = mode === 'side' ? kinds.map(kind => [kind])
          : mode === 'difference' ? [['difference']] : [['expected', 'actual']];
        page.stage.className = 'stage viewer ' + mode;
        page.stage.classList.toggle('many', sets.length > 1);
        page.panes = sets.map(set => makePane(set, mode));
        page.stage.replaceChildren(...page.panes.map(pane => pane.element));
        press(page.boxes, shown.boxes);
        setSplit(shown.split);
        layOut();
        if (mode === 'blink') {
          setAway(true);
          play(!matchMedia('(prefers-reduced-motion: reduce)').matches);
        }
      }

      function makePane(kinds, mode) {
        const { pictures, boxes, name } = shown.entry;
        const area = (element, at) => {
          for (const side of ['left', 'top', 'width', 'height']) {
            element.style.setProperty('--' + side, at[side] + 'px');
          }
          return element;
        };
        const layers = kinds.map(kind => {
          const image = new Image();
          image.alt = kind + ': ' + name;
          image.draggable = false;
          image.src = pictures[kind].image.getAttribute('src');
          return make('div', { class: 'layer ' + kind },
            make('div', { class: 'world' }, area(image, pictures[kind])));
        });
        const frames = boxes.map(box => area(make('div', { class: 'box' }), box));
        const overlay = make('div', { class: 'layer boxes', 'aria-hidden': 'true' },
          make('div', { class: 'world' }, ...frames));
        const surface = make('div', { class: 'view' }, ...layers, overlay);
        if (mode === 'swipe') {
          const divider = make('div', { class: 'divider' });
          divider.addEventListener('pointerdown', event => slide(event, divider, surface));
          surface.append(divider);
        }
        surface.addEventListener('pointerdown', event => drag(event, surface));
        surface.addEventListener('pointermove', event => tellPlace(event, surface));
        surface.addEventListener('pointerleave', () => { page.place.textContent = ''; });
        surface.addEventListener('wheel', event => wheel(event, surface), { passive: false });
        surface.addEventListener('dblclick', event => {
          const at = position(event, surface);
          if (view.fit) zoomAt(Math.max(1, 4 * Math.floor(view.zoom)), at);
          else setFit('whole');
        });
        const words = kinds.map(kind => kind[0].toUpperCase() + kind.slice(1));
        const caption = make('figcaption');
        kinds.forEach((kind, index) => {
          const { width, height } = pictures[kind];
          caption.append(make('span', { class: kind }, make('b', {}, words[index]), ' ',
            width + ' \u00d7 ' + height));
        });
        return { element: make('figure', { class: 'pane' }, caption, surface), surface, layers, overlay,
          frames, caption };
      }

      // Zoom. Sizes on the screen are whole numbers of its own pixels, whatever a CSS pixel has of them.

      const density = () => window.devicePixelRatio || 1;

      function paneSize() {
        const box = page.panes[0].surface.getBoundingClientRect();
        return { width: Math.max(1, box.width), height: Math.max(1, box.height) };
      }

      /** Panes lie side by side or one above the other, however the pictures come out larger. */
      function arrange() {
        const { width, height } = shown.entry;
        const count = page.panes.length;
        const box = page.stage.getBoundingClientRect();
        const narrow = matchMedia('(max-width: 52rem)').matches;
        const beside = Math.min(box.width / count / width, box.height / height);
        const above = Math.min(box.width / width, box.height / count / height);
        page.stage.classList.toggle('rows', count > 1 && (narrow || above > 1.1 * beside));
        // Where the page scrolls, rows are no higher than their pictures.
        const row = clamp(28 + box.width * height / width, 140, 0.42 * window.innerHeight);
        page.stage.style.setProperty('--row', row + 'px');
      }

      function fitted(size) {
        const { width, height } = shown.entry;
        const across = size.width / width;
        const whole = Math.min(across, size.height / height);
        const tall = height / width > 2.5 * size.height / size.width;
        const scale = view.fit === 'width' || (view.fit === 'auto' && tall) ? across : whole;
        // Small pictures are blown up by whole numbers, to no more than half of the pane.
        return scale < 1 ? scale * density() : clamp(Math.floor(whole / 2), 1, 16) * density();
      }

      function layOut() {
        if (!page.panes?.length || !page.stage.isConnected) return;
        arrange();
        const size = paneSize();
        const { width, height } = shown.entry;
        if (view.fit) {
          view.zoom = clamp(fitted(size), 1 / 64, 16);
          view.x = width / 2;
          if (view.fit !== 'auto' || height * view.zoom / density() <= size.height) view.y = height / 2;
          else view.y = shown.entry.boxes.length ? shown.entry.boxes[0].top : 0;
        }
        const scale = view.zoom / density();
        const middle = (value, length, room) => length * scale <= room ? length / 2
          : clamp(value, room / 2 / scale, length - room / 2 / scale);
        view.x = middle(view.x, width, size.width);
        view.y = middle(view.y, height, size.height);
        const snap = value => Math.round(value * density()) / density() + 'px';
        const style = page.stage.style;
        style.setProperty('--scale', scale);
        style.setProperty('--x', snap(size.width / 2 - view.x * scale));
        style.setProperty('--y', snap(size.height / 2 - view.y * scale));
        const still = width * scale <= size.width + 1 && height * scale <= size.height + 1;
        for (const pane of page.panes) {
          pane.surface.classList.toggle('still', still);
          pane.surface.classList.toggle('pixels', view.zoom >= 2);
          pane.overlay.hidden = !shown.boxes;
          pane.frames.forEach((frame, index) => frame.classList.toggle('current', index === shown.box));
        }
        page.zoom.textContent = (view.zoom < 0.1 ? (100 * view.zoom).toFixed(1)
          : Math.round(100 * view.zoom)) + '\u00a0%';
        page.change.textContent = (shown.box < 0 ? '\u2013' : shown.box + 1) + '\u00a0/\u00a0'
          + shown.entry.boxes.length;
        shown.entry.boxes.forEach((box, index) => press(box.item, index === shown.box));
      }

      /** Where a pointer is: on the screen, from the middle of the pane. */
      function position(event, surface) {
        const box = surface.getBoundingClientRect();
        return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
      }

      /** What is at a place of the screen stays there. */
      function zoomAt(zoom, at) {
        const before = view.zoom / density();
        view.zoom = clamp(zoom, 1 / 64, 16);
        const after = view.zoom / density();
        view.x += at.x / before - at.x / after;
        view.y += at.y / before - at.y / after;
        view.fit = null;
        layOut();
      }
      const zoomTo = zoom => zoomAt(zoom, { x: 0, y: 0 });
      function zoomStep(by) {
        const next = by > 0 ? steps.find(value => value > view.zoom * 1.01)
          : steps.findLast(value => value < view.zoom * 0.99);
        if (next) zoomTo(next);
      }
      function setFit(fit) {
        view.fit = fit;
        shown.box = -1;
        layOut();
      }
      function move(x, y) {
        view.x -= x / (view.zoom / density());
        view.y -= y / (view.zoom / density());
        view.fit = null;
        layOut();
      }

      function showBox(index) {
        const box = shown.entry.boxes[index];
        if (!box) return;
        const size = paneSize();
        const room = Math.min(size.width / (box.width + 8), size.height / (box.height + 8)) * 0.6 * density();
        shown.box = index;
        view.zoom = clamp(room < 1 ? room : Math.floor(room), 1 / 64, 8);
        view.x = box.left + box.width / 2;
        view.y = box.top + box.height / 2;
        view.fit = null;
        page.status.textContent = 'Change ' + (index + 1) + ': ' + box.words;
        layOut();
      }
      function stepBox(by) {
        const count = shown.entry.boxes.length;
        if (count) showBox(shown.box < 0 ? (by > 0 ? 0 : count - 1) : (shown.box + by + count) % count);
      }
      function setBoxes(on) {
        shown.boxes = on;
        press(page.boxes, on);
        layOut();
      }

      // Pointers

      const pointers = new Map();

      function follow(event, surface, moved) {
        const start = event.pointerId;
        surface.setPointerCapture(start);
        const end = other => {
          if (other.pointerId !== start) return;
          surface.removeEventListener('pointermove', moved);
          surface.removeEventListener('pointerup', end);
          surface.removeEventListener('pointercancel', end);
          pointers.delete(start);
          surface.classList.remove('dragged');
        };
        surface.addEventListener('pointermove', moved);
        surface.addEventListener('pointerup', end);
        surface.addEventListener('pointercancel', end);
      }

      function drag(event, surface) {
        if (event.button !== 0) return;
        pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        surface.classList.add('dragged');
        follow(event, surface, now => {
          const last = pointers.get(now.pointerId);
          if (!last || now.pointerId !== event.pointerId) return;
          const other = [...pointers].find(([id]) => id !== now.pointerId);
          pointers.set(now.pointerId, { x: now.clientX, y: now.clientY });
          if (!other) return move(now.clientX - last.x, now.clientY - last.y);
          // Two fingers: the one that rests is what the other one zooms from.
          const away = at => Math.max(8, Math.hypot(at.x - other[1].x, at.y - other[1].y));
          const at = position({ clientX: other[1].x, clientY: other[1].y }, surface);
          zoomAt(view.zoom * away({ x: now.clientX, y: now.clientY }) / away(last), at);
        });
      }

      function slide(event, divider, surface) {
        event.stopPropagation();
        event.preventDefault();
        follow(event, divider, now => {
          const box = surface.getBoundingClientRect();
          setSplit(clamp(100 * (now.clientX - box.left) / box.width, 0, 100));
        });
      }

      function wheel(event, surface) {
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          zoomAt(view.zoom * Math.exp(-clamp(event.deltaY, -60, 60) * 0.01), position(event, surface));
        } else if (!surface.classList.contains('still')) {
          event.preventDefault();
          const unit = event.deltaMode === 1 ? 20 : 1;
          const [x, y] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
          move(-x * unit, -y * unit);
        }
      }

      function tellPlace(event, surface) {
        const at = position(event, surface);
        const scale = view.zoom / density();
        const [x, y] = [Math.floor(view.x + at.x / scale), Math.floor(view.y + at.y / scale)];
        const inside = x >= 0 && y >= 0 && x < shown.entry.width && y < shown.entry.height;
        page.place.textContent = inside ? 'pixel ' + x + ',' + y : '';
      }

      // Modes

      function setMode(mode) {
        shown.mode = mode;
        draw();
        remember();
      }
      function setSplit(value) {
        shown.split = value;
        page.range.value = value;
        page.stage.style.setProperty('--split', value);
      }
      function setAway(away) {
        shown.away = away;
        const [expected, actual] = page.panes[0].layers;
        expected.classList.toggle('away', !away);
        actual.classList.toggle('away', away);
        const [first, second] = all('b', page.panes[0].caption);
        first.classList.toggle('on', away);
        second.classList.toggle('on', !away);
      }
      function stopBlinking() {
        clearInterval(blinking);
        shown.playing = false;
      }
      function play(on) {
        stopBlinking();
        if (modeNow() !== 'blink') return;
        shown.playing = on;
        page.play.textContent = on ? 'Stop' : 'Start';
        // Whoever asked the system for less motion gets it slowly, and only on demand.
        const slow = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (on) blinking = setInterval(() => setAway(!shown.away), slow ? 2000 : 600);
      }
      function flip() {
        if (modeNow() !== 'blink') return;
        play(false);
        setAway(!shown.away);
      }

      // Theme, address, keys

      const themes = ['', 'light', 'dark'];
      function setTheme(theme) {
        if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
        const words = theme || 'auto';
        page.theme.textContent = 'Theme: ' + words;
        page.theme.title = 'Light, dark, or as the system has it (t)';
        try { localStorage.setItem('contactsheet-theme', theme); } catch { /* kept for this page only */ }
      }
      const nextTheme = () => setTheme(themes[(themes.indexOf(root.dataset.theme || '') + 1) % 3]);
      function storedTheme() {
        try { return localStorage.getItem('contactsheet-theme') || ''; } catch { return ''; }
      }

      function remember() {
        const hash = '#' + shown.entry.id + (shown.mode === 'side' ? '' : '.' + shown.mode);
        if (location.hash === hash) return;
        try { history.replaceState(null, '', hash); } catch { location.hash = hash; }
      }
      function recall() {
        const [id, mode] = location.hash.slice(1).split('.');
        const entry = entries.find(entry => entry.id === id) || shown.entry || entries[0];
        if (entry) show(entry, modes.some(([name]) => name === mode) ? mode : 'side');
      }

      const actions = {
        j: () => step(1), ArrowDown: () => step(1), ArrowRight: () => step(1),
        k: () => step(-1), ArrowUp: () => step(-1), ArrowLeft: () => step(-1),
        n: () => stepBox(1), p: () => stepBox(-1), '+': () => zoomStep(1), '=': () => zoomStep(1),
        '-': () => zoomStep(-1), f: () => setFit('whole'), w: () => setFit('width'), 0: () => zoomTo(1),
        '[': () => setSplit(clamp(shown.split - 5, 0, 100)),
        ']': () => setSplit(clamp(shown.split + 5, 0, 100)),
        b: flip, ' ': () => play(!shown.playing), x: () => setBoxes(!shown.boxes), t: nextTheme, '?': help,
        '/': () => { page.nav.classList.add('open'); page.filter.focus(); },
        Escape: () => { closeList(); setFit('whole'); } };
      modes.forEach(([mode], index) => { actions[index + 1] = () => setMode(mode); });
      const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };

      function keyDown(event) {
        const { key, target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (page.help.open) {
          if (key === '?') help();
          return;
        }
        if (target === page.filter) {
          if (key === 'Escape' && page.filter.value) {
            event.preventDefault();
            page.filter.value = '';
            filter();
          } else if (key === 'Escape') {
            page.filter.blur();
          } else if (key === 'Enter') {
            const first = entries.find(entry => !entry.line.hidden);
            if (first) { page.filter.blur(); show(first); }
          }
          return;
        }
        if (target === page.range && key.startsWith('Arrow')) return;
        if (key === ' ' && (target.closest?.('button, a, summary') || modeNow() !== 'blink')) return;
        if (!shown.entry && key !== 't' && key !== '?') return;
        const moved = event.shiftKey && moves[key];
        if (!moved && !Object.hasOwn(actions, key)) return;
        event.preventDefault();
        if (moved) move(...moved); else actions[key]();
      }

      function start() {
        gather();
        makeHeader();
        makeList();
        makeViewer();
        setTheme(storedTheme());
        document.addEventListener('keydown', keyDown);
        window.addEventListener('hashchange', recall);
        if (entries.length) return recall();
        document.querySelector('main').append(make('p', { class: 'empty' }, 'No pictures were compared.'));
      }

      root.classList.add('js');
      document.addEventListener('DOMContentLoaded', () => {
        try { start(); } catch (error) {
          root.classList.remove('js');
          throw error;
        }
      });
    })();

    """#
}
