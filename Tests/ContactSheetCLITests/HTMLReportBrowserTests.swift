import ContactSheet
import ContactSheetCLI
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// The page as people use it: in a browser, by its keys.
@Suite(.enabled(if: Browser.isWanted), .serialized) struct HTMLReportBrowserTests {
  private let directory: TemporaryDirectory
  private let page: URL

  /// Writes the sample report, with one picture beside it whose name is not UTF-8.
  init() throws {
    directory = try TemporaryDirectory()
    page = directory.url.appendingPathComponent("report.html")
    try directory.write(
      PNGFixture.bytes(ReportSample.actual), named: ReportSample.linkedName)
    let entries = ReportSample.entries(linked: RawPath(bytes: ReportSample.linkedName))
    try directory.write(try ReportSample.page(entries, linksPictures: true), "report.html")
  }

  /// Adds a script to a copy of the page, and to what the policy of the copy allows.
  ///
  /// - Parameter checks: calls of `check(words, isTrue)`, with `key(name)` for a key that is pressed.
  /// - Returns: what was checked, with "FAILED: " before what is not so.
  private func outcome(
    _ checks: String, fragment: String = "", width: Int = 1200, _ options: [String] = []
  ) throws -> [String] {
    let script = """
      'use strict';
      (async () => {
        const outcome = [];
        const check = (words, isTrue) => outcome.push((isTrue ? '' : 'FAILED: ') + words);
        const one = selector => document.querySelector(selector);
        const all = selector => [...document.querySelectorAll(selector)];
        const key = (key, more = {}) => (document.activeElement || document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
        const wait = time => new Promise(done => setTimeout(done, time));
        const name = () => one('.chosen bdi').textContent;
        const mode = () => one('.modes [aria-pressed=true]').dataset.mode;
        const zoom = () => parseFloat(one('output[aria-label=Zoom]').textContent);
        await wait(300);
        try {
          \(checks)
        } catch (error) {
          outcome.push('FAILED: ' + error);
        }
        document.body.replaceChildren(Object.assign(document.createElement('pre'),
          { id: 'outcome', textContent: outcome.join('\\n') }));
      })();

      """
    let digest = Data(SHA256.digest(Array(script.utf8))).base64EncodedString()
    let text = String(decoding: try page.contents(), as: UTF8.self)
    let copy = text.replacingOccurrences(of: "script-src ", with: "script-src 'sha256-\(digest)' ")
      .replacingOccurrences(of: "</body>", with: "<script>\(script)</script></body>")
    try directory.write(Array(copy.utf8), "copy.html")
    let run = try Browser.open(
      directory.url.appendingPathComponent("copy.html"), fragment: fragment, width: width, options)
    #expect(run.console == [])
    let found = run.document.firstMatch(of: #/<pre id="outcome">([^<]*)</pre>/#)
    return try #require(found.map { String($0.1) }, "\(run.document.suffix(300))")
      .split(separator: "\n").map { String($0) }
  }

  @Test func `the page starts without a word on the console`() throws {
    let run = try Browser.open(page)
    #expect(run.console == [])
    #expect(run.document.contains("<nav id=\"list\""))
    #expect(run.document.contains("<title>expected &amp; actual</title>"))
  }

  @Test func `a page without pictures starts, too`() throws {
    try directory.write(try ReportSample.page([]), "report.html")
    let run = try Browser.open(page)
    #expect(run.console == [])
    #expect(run.document.contains("No pictures were compared."))
  }

  @Test func `a page of pictures that are the same starts with their names`() throws {
    let same = ReportSample.entries().filter { $0.state == .same }
    try directory.write(try ReportSample.page(same), "report.html")
    let checks = try outcome(
      #"""
      check('names', one('details.same').checkVisibility() && all('nav li:not([hidden])').length === 2);
      for (const name of '123456+-fn[jkb x0w') key(name);
      check('keys do no harm', one('details.same').checkVisibility());
      """#)
    #expect(checks == ["names", "keys do no harm"])
  }

  @Test func `a picture that cannot be read is told beside those that can`() throws {
    var entry = ReportSample.entries()[0]
    entry.expected?.source = .file("nowhere.png")
    try directory.write(try ReportSample.page([entry]), "report.html")
    let checks = try outcome(
      #"""
      check('told', one('.lack').checkVisibility()
        && one('.lack').textContent === 'Expected 96 × 64 Cannot be shown: no such file');
      check('the others', all('.pane').length === 2);
      key('2');
      check('no swipe', mode() === 'side');
      """#)
    #expect(checks == ["told", "the others", "no swipe"])
  }

  @Test func `without scripts all is there to be read`() throws {
    // A browser whose scripts are off does not hand out the page, so the page has none.
    var text = String(decoding: try page.contents(), as: UTF8.self)
    text.replace(#/<script>[^<]*(<[^\/][^<]*)*<\/script>/#, with: "")
    try directory.write(Array(text.utf8), "copy.html")
    let run = try Browser.open(directory.url.appendingPathComponent("copy.html"))
    #expect(run.console == [])
    #expect(!run.document.contains("<nav") && !run.document.contains("class=\"js\""))
    #expect(run.document.components(separatedBy: "<img ").count == 10)
    #expect(run.document.contains("4 × 12 at 30,8: 48 pixels"))
  }

  @Test func `names are names, and pictures are found by any name`() throws {
    let checks = try outcome(
      #"""
      check('title', document.title === 'expected & actual');
      check('scripts', all('script').length === 2);
      check('pictures', all('figure.expected img').filter(i => !i.closest('.pane')).length === 4);
      key('j');
      const shown = name();
      const start = "a/<script>document.title = 'broken'<\/script>\"' onerror=x\\n\\u{202E}gnp";
      check('name', shown.startsWith(start) && shown.endsWith('\\xFF'));
      check('in the list', one('nav [aria-current]').textContent.includes(shown.slice(2)));
      const image = one('.layer.actual img');
      await image.decode();
      check('linked', image.naturalWidth === 96 && image.src.startsWith('file:'));
      check('place', one('.layer.expected').getBoundingClientRect().width > 100);
      """#)
    #expect(
      checks == ["title", "scripts", "pictures", "name", "in the list", "linked", "place"])
  }

  @Test func `the policy stops what a page could be made to do`() throws {
    // The browser tells of it on the console, so this cannot go through `outcome`.
    let text = String(decoding: try page.contents(), as: UTF8.self)
    let copy = text.replacingOccurrences(
      of: "</main>",
      with: """
        <p id="bait" onclick="document.title = 'broken'" style="color: rgb(1, 2, 3)">bait</p>
        <script>document.title = 'broken'</script><img src="https://example.invalid/x.png">
        <img src="nowhere.png" onerror="document.title = 'broken'"></main>
        """)
    try directory.write(Array(copy.utf8), "copy.html")
    let run = try Browser.open(directory.url.appendingPathComponent("copy.html"))
    #expect(run.document.contains("<title>expected &amp; actual</title>"))
    let refused = run.console.filter { $0.contains("Content Security Policy") }
    #expect(refused.contains { $0.contains("inline script") })
    #expect(refused.contains { $0.contains("inline style") })
    #expect(refused.contains { $0.contains("example.invalid") })
  }

  @Test func `keys go from picture to picture and from mode to mode`() throws {
    let checks = try outcome(
      #"""
      check('first', name() === 'pages/start.png' && mode() === 'side');
      for (const [digit, expected] of [['2', 'swipe'], ['3', 'onion'], ['4', 'blink'], ['5', 'difference'],
        ['6', 'subtract'], ['1', 'side']]) {
        key(digit);
        check(expected, mode() === expected && one('.stage').classList.contains(expected)
          && all('.pane').length === (expected === 'side' ? 3 : 1));
      }
      key('ArrowDown'); key('ArrowRight');
      check('next', name() === 'gone.png' && one('.modes').hidden && all('.pane').length === 1);
      key('k'); key('ArrowUp'); key('ArrowLeft');
      check('previous stops at the first', name() === 'pages/start.png');
      for (let i = 0; i < 9; i += 1) key('j');
      check('next stops at the last', name() === 'pages/nearly.png');
      key('5');
      check('no difference', mode() === 'side');
      key('2');
      check('address', location.hash === '#e6.swipe');
      key('k', { ctrlKey: true });
      check('keys of the browser are its own', name() === 'pages/nearly.png');
      """#)
    #expect(
      checks == [
        "first", "swipe", "onion", "blink", "difference", "subtract", "side", "next",
        "previous stops at the first", "next stops at the last", "no difference", "address",
        "keys of the browser are its own",
      ])
  }

  @Test func `keys zoom, also to what changed`() throws {
    let checks = try outcome(
      #"""
      const width = kind => one('.pane .' + kind + ' img').getBoundingClientRect().width;
      key('0');
      check('one to one', zoom() === 100 && width('expected') === 96);
      key('+'); key('=');
      check('in', zoom() === 300 && width('actual') === 288 && one('.view').classList.contains('pixels'));
      for (let i = 0; i < 20; i += 1) key('+');
      check('at most 16 times', zoom() === 1600);
      for (let i = 0; i < 20; i += 1) key('-');
      check('out', zoom() < 10);
      key('f');
      check('fit', zoom() >= 100);
      for (const [step, index] of [['n', 0], ['n', 1], ['n', 0], ['p', 1]]) {
        key(step);
        const box = one('.pane .box.current').getBoundingClientRect();
        const pane = one('.view').getBoundingClientRect();
        const away = Math.abs(box.top + box.height / 2 - pane.top - pane.height / 2);
        check('change ' + index, all('.regions button').findIndex(b => b.ariaPressed === 'true') === index
          && zoom() >= 400 && away < pane.height / 2 && box.left >= pane.left && box.right <= pane.right);
      }
      const difference = one('.pane .difference img').getBoundingClientRect();
      const view = one('.pane:last-child .view').getBoundingClientRect();
      const image = one('.pane .expected img').getBoundingClientRect();
      const first = one('.pane .view').getBoundingClientRect();
      const scale = zoom() / 100;
      check('the difference lies where it belongs',
        Math.abs(difference.left - view.left - (image.left - first.left) - 5 * scale) < 0.6
        && Math.abs(difference.width - 40 * scale) < 0.6);
      const before = one('.pane .expected img').getBoundingClientRect().left;
      key('ArrowRight', { shiftKey: true });
      const left = one('.pane .expected img').getBoundingClientRect().left;
      check('moved', Math.abs(before - 60 - left) < 1.1);
      key('x');
      check('no boxes', all('.pane .boxes').every(layer => layer.hidden));
      key('Escape');
      check('fit again', zoom() >= 100 && !one('.box.current'));
      """#)
    #expect(
      checks == [
        "one to one", "in", "at most 16 times", "out", "fit", "change 0", "change 1", "change 0",
        "change 1", "the difference lies where it belongs", "moved", "no boxes", "fit again",
      ])
  }

  @Test func `pointers move the divider and the picture, the wheel zooms where it is`() throws {
    let checks = try outcome(
      #"""
      const send = (target, type, x, y, more = {}) => target.dispatchEvent(new PointerEvent(type,
        { pointerId: 1, pointerType: 'mouse', button: 0, clientX: x, clientY: y, bubbles: true,
          cancelable: true, ...more }));
      const place = () => one('.layer.expected img').getBoundingClientRect();
      key('2');
      const pane = one('.view').getBoundingClientRect();
      const [x, y] = [pane.left + pane.width / 2, pane.top + pane.height / 2];
      const divider = one('.divider');
      send(divider, 'pointerdown', x, y);
      send(divider, 'pointermove', pane.left + pane.width / 4, y);
      send(divider, 'pointerup', pane.left + pane.width / 4, y);
      send(divider, 'pointermove', x, y);
      check('divider', getComputedStyle(one('.layer.actual')).clipPath === 'inset(0px 0px 0px 25%)');
      key('3');
      for (let i = 0; i < 20; i += 1) key('+');
      const view = one('.view');
      const first = place();
      send(view, 'pointerdown', x, y);
      send(view, 'pointermove', x + 40, y - 30);
      send(view, 'pointerup', x + 40, y - 30);
      send(view, 'pointermove', x, y);
      const moved = place();
      check('dragged', Math.abs(moved.left - first.left - 40) < 1.1
        && Math.abs(moved.top - first.top + 30) < 1.1);
      const wheel = more => view.dispatchEvent(new WheelEvent('wheel',
        { clientX: x + 50, clientY: y, bubbles: true, cancelable: true, ...more }));
      const under = () => (x + 50 - place().left) / place().width;
      const before = under();
      check('the browser does not zoom', !wheel({ ctrlKey: true, deltaY: 40 }));
      check('zoomed', zoom() < 1200 && zoom() > 900 && Math.abs(under() - before) < 0.002);
      const still = place();
      wheel({ deltaY: 25 });
      check('scrolled', Math.abs(place().top - still.top + 25) < 1.1);
      send(view, 'pointermove', x, y);
      check('place', /^pixel \d+,\d+$/.test(one('.place').textContent));
      """#)
    #expect(
      checks == ["divider", "dragged", "the browser does not zoom", "zoomed", "scrolled", "place"])
  }

  @Test func `swipe, onion skin and blink show both pictures in one place`() throws {
    let checks = try outcome(
      #"""
      key('2'); key(']'); key(']'); key('[');
      check('swipe', getComputedStyle(one('.layer.actual')).clipPath === 'inset(0px 0px 0px 55%)');
      const pane = one('.view').getBoundingClientRect();
      const line = one('.divider').getBoundingClientRect();
      check('divider', Math.abs(line.left + line.width / 2 - pane.left - 0.55 * pane.width) < 1);
      key('3');
      check('onion', getComputedStyle(one('.layer.actual')).opacity === '0.55');
      key('4');
      const seen = kind => getComputedStyle(one('.layer.' + kind)).visibility === 'visible';
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const start = seen('expected');
      check('one at a time', start !== seen('actual'));
      await wait(calm ? 3000 : 700);
      check(calm ? 'nothing moves' : 'blinks', (seen('expected') === start) === calm);
      key('b');
      const still = seen('expected');
      await wait(3000);
      check('stopped', seen('expected') === still);
      key('b');
      check('flipped', seen('expected') !== still && seen('actual') === still);
      key(' ');
      const before = seen('expected');
      await wait(calm ? 2100 : 700);
      check('started', seen('expected') !== before);
      """#)
    #expect(
      checks == [
        "swipe", "divider", "onion", "one at a time", "blinks", "stopped", "flipped", "started",
      ])
    let calm = try outcome(
      #"""
      check('asked for less motion', matchMedia('(prefers-reduced-motion: reduce)').matches);
      key('4');
      const seen = getComputedStyle(one('.layer.expected')).visibility;
      await wait(5000);
      check('nothing moves', getComputedStyle(one('.layer.expected')).visibility === seen);
      """#, ["--force-prefers-reduced-motion"])
    #expect(calm == ["asked for less motion", "nothing moves"])
  }

  @Test func `the list is filtered by name and by state`() throws {
    let checks = try outcome(
      #"""
      const lines = () => all('nav li').filter(line => !line.hidden).map(line => line.innerText);
      check('all but the same', lines().length === 6);
      key('/');
      check('focus', document.activeElement.type === 'search');
      document.activeElement.value = 'PAGES near';
      document.activeElement.dispatchEvent(new Event('input'));
      check('by name', lines().length === 1 && lines()[0].includes('nearly.png'));
      key('j');
      check('letters are letters there', name() === 'pages/start.png');
      key('Enter');
      check('chosen', name() === 'pages/nearly.png');
      key('/');
      key('Escape');
      check('emptied', lines().length === 6 && document.activeElement.value === '');
      key('Escape');
      check('left', document.activeElement === document.body);
      const chip = state => one('.states [data-state=' + state + ']');
      chip('changed').click();
      check('by state', lines().length === 4 && chip('changed').ariaPressed === 'false');
      for (let i = 0; i < 9; i += 1) key('k');
      check('keys keep to the list', name() === 'gone.png');
      chip('same').click();
      check('the same', lines().length === 6 && chip('same').textContent === '2 same');
      all('nav a').at(-1).click();
      check('its list', one('.same').checkVisibility() && !one('.entry').checkVisibility());
      """#)
    #expect(
      checks == [
        "all but the same", "focus", "by name", "letters are letters there", "chosen", "emptied",
        "left", "by state", "keys keep to the list", "the same", "its list",
      ])
  }

  @Test func `an address shows an entry in a mode, keys are told, the theme changes`() throws {
    let checks = try outcome(
      #"""
      check('entry', name().startsWith('a/') && mode() === 'onion');
      location.hash = '#e4';
      await wait(100);
      check('changed', name() === 'added.jpg');
      location.hash = '#nowhere.nothing';
      await wait(100);
      check('unknown', name() === 'added.jpg');
      key('?');
      check('keys', one('dialog').open && all('dialog dt').length === 15);
      key('j');
      check('nothing else meanwhile', name() === 'added.jpg');
      key('?');
      check('closed', !one('dialog').open);
      const color = () => getComputedStyle(document.body).backgroundColor;
      key('t');
      const light = color();
      key('t');
      check('themes', document.documentElement.dataset.theme === 'dark' && color() !== light);
      """#, fragment: "e2.onion")
    #expect(
      checks == [
        "entry", "changed", "unknown", "keys", "nothing else meanwhile", "closed", "themes",
      ])
  }

  @Test func `nothing is wider than a phone`() throws {
    let checks = try outcome(
      #"""
      for (let i = 0; i < 6; i += 1) {
        for (const digit of '123456') {
          key(digit);
          check(name().slice(0, 8), document.scrollingElement.scrollWidth <= innerWidth);
        }
        key('j');
      }
      check('a phone', innerWidth <= 520);
      check('the list is folded', !one('nav').checkVisibility());
      one('[aria-controls=list]').click();
      check('unfolded', one('nav').checkVisibility());
      """#, width: 390)
    #expect(checks.count == 39)
    #expect(checks.filter { $0.hasPrefix("FAILED") } == [])
  }
}
