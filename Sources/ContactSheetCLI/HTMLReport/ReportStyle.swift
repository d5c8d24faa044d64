/// The style of a report: everything between its `<style>` tags.
enum ReportStyle {
  static let text = #"""

    :root {
      color-scheme: light dark;
      --page: #f3f4f6; --panel: #ffffff; --raised: #e9ebef; --text: #1a1d21; --muted: #575e68;
      --line: #d5d9df; --accent: #0b5cc4; --on-accent: #ffffff; --box: #0060ff;
      --check: #ffffff; --check-2: #e2e4e8; --stage: #cfd3d9;
      --changed: #b4231a; --missing: #8f4a00; --new: #146c37; --not-compared: #86218f;
      --within-limits: #4b54bd; --same: #575e68;
      --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
      font: 15px/1.5 var(--sans);
    }
    /* Paper is light. */
    @media screen and (prefers-color-scheme: dark) { :root:not([data-theme="light"]) {\#(dark)} }
    @media screen { :root[data-theme="dark"] {\#(dark)} }
    :root[data-theme="light"] { color-scheme: light; }

    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    .stored img { image-orientation: none; }
    body { margin: 0; background: var(--page); color: var(--text); display: flex; flex-direction: column; }
    h1, h2, p, ul, ol, figure { margin: 0; padding: 0; }
    h1 { font-size: 1.15rem; font-weight: 650; line-height: 1.3; overflow-wrap: anywhere; }
    h2 { font-size: 1.05rem; font-weight: 600; line-height: 1.4; overflow-wrap: anywhere; }
    bdi { white-space: pre-wrap; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }

    body > header { padding: 1rem 1.25rem 0; }
    body > header p { color: var(--muted); overflow-wrap: anywhere; }
    /* Totals are known, and written, last; they are read first. */
    body > header, body > footer { order: -1; }
    body > footer { padding: .4rem 1.25rem .25rem; }
    footer ul { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; }
    main { padding: .75rem 1.25rem 1.25rem; display: flex; flex-direction: column; gap: 1rem; min-width: 0; }

    [data-state="changed"] { --state: var(--changed); }
    [data-state="missing"] { --state: var(--missing); }
    [data-state="new"] { --state: var(--new); }
    [data-state="not-compared"] { --state: var(--not-compared); }
    [data-state="within-limits"] { --state: var(--within-limits); }
    [data-state="same"] { --state: var(--same); }
    footer b { color: var(--state); }
    .state {
      display: inline-block; padding: 0 .5em; border: 1px solid var(--state); border-radius: 4px;
      color: var(--state); font-size: .78rem; font-weight: 600; line-height: 1.5; vertical-align: .12em;
      white-space: nowrap; margin-inline-end: .25em;
    }

    .entry, .same { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
      padding: .8rem 1rem; min-width: 0; }
    .summary, .details { color: var(--muted); font-size: .93rem; overflow-wrap: anywhere; }
    .details { padding-inline-start: 1.2em; }
    .same ul { columns: 18rem; list-style: none; padding-top: .4rem; overflow-wrap: anywhere; }
    summary { cursor: pointer; }
    .pictures { display: grid; gap: 1rem; margin: .6rem 0;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
    figcaption { font-size: .85rem; font-weight: 600; padding-bottom: .2rem; }
    figcaption span { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; }
    .pictures img { display: block; max-width: 100%; max-height: 40rem; width: auto; height: auto; }
    .pictures img, .layer img { background: repeating-conic-gradient(var(--check) 0 25%,
      var(--check-2) 0 50%) 0 0 / 16px 16px; }
    .lack { color: var(--not-compared); }
    .regions { font-size: .87rem; }
    .regions ol { padding: .25rem 0 0 2.2em; columns: 20rem; font-variant-numeric: tabular-nums; }
    .regions summary { color: var(--muted); }

    /* With scripts: a list, and one entry at a time. */
    .js, .js body { height: 100%; }
    .js body { display: grid; overflow: hidden; grid-template: auto minmax(0, 1fr) / 19rem minmax(0, 1fr);
      height: 100dvh; }
    .js body > header { grid-column: 1 / -1; order: 0; display: flex; align-items: center; gap: .25rem 1rem;
      padding: .5rem 1rem; background: var(--panel); border-bottom: 1px solid var(--line); }
    .js header .lines { flex: 1; min-width: 0; max-height: 3em; overflow: auto; font-size: .85rem; }
    .js body > footer { display: none; }
    .js main { padding: 0; gap: 0; overflow: auto; }
    .js .entry, .js .same { display: none; border: 0; border-radius: 0; padding: .7rem 1rem; }
    .js .entry.chosen { display: flex; flex-direction: column; gap: .3rem; flex: 1; min-height: 0; }
    .js .same.chosen { display: block; flex: 1; }
    .js .entry > .pictures { display: none; }
    .empty { padding: 2rem 1rem; color: var(--muted); text-align: center; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }

    button, input { font: inherit; color: inherit; }
    button { min-height: 2rem; padding: .1rem .65rem; background: var(--panel); border: 1px solid var(--line);
      border-radius: 6px; cursor: pointer; font-size: .87rem; white-space: nowrap; }
    button:hover { background: var(--raised); }
    button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent);
      color: var(--on-accent); }
    button:disabled { opacity: .45; cursor: default; }
    kbd { font: 600 .8em/1.5 ui-monospace, monospace; padding: .05em .4em; border: 1px solid var(--line);
      border-radius: 4px; background: var(--raised); color: var(--text); }
    .icon { min-width: 2rem; padding: .1rem .4rem; }

    nav { display: flex; flex-direction: column; min-height: 0; background: var(--panel);
      border-inline-end: 1px solid var(--line); }
    .filters { padding: .6rem .75rem; display: grid; gap: .5rem; border-bottom: 1px solid var(--line); }
    .filters input { width: 100%; min-height: 2.1rem; padding: .1rem .6rem; border-radius: 6px;
      border: 1px solid var(--line); background: var(--page); }
    .states { display: flex; flex-wrap: wrap; gap: .3rem; }
    .states button { min-height: 1.7rem; font-size: .8rem; padding: 0 .5rem; color: var(--muted); }
    .states button[aria-pressed="true"] { background: transparent; border-color: var(--state);
      color: var(--state); font-weight: 600; }
    .states button[aria-pressed="true"]:hover { background: var(--raised); }
    .states b { font-variant-numeric: tabular-nums; }
    nav ul { list-style: none; overflow: auto; flex: 1; padding: .3rem 0; overscroll-behavior: contain; }
    nav li a { display: grid; grid-template-columns: 1.35rem minmax(0, 1fr); align-items: baseline;
      padding: .28rem .75rem .28rem .5rem; color: inherit; text-decoration: none; line-height: 1.3;
      border-inline-start: 3px solid transparent; content-visibility: auto;
      contain-intrinsic-size: auto 1.9rem; }
    nav li a:focus-visible { outline-offset: -2px; }
    nav li a:hover { background: var(--raised); }
    nav a[aria-current] { background: var(--raised); border-color: var(--accent); }
    nav .sign { color: var(--state); font-weight: 700; text-align: center; }
    nav .folder { display: block; color: var(--muted); font-size: .78rem; overflow-wrap: anywhere; }
    nav .file { overflow-wrap: anywhere; font-size: .9rem; }
    nav .empty { font-size: .87rem; }
    .group.to-list { display: none; }

    .tools { display: flex; flex-wrap: wrap; gap: .4rem .9rem; align-items: center; padding-top: .2rem; }
    .group { display: flex; flex-wrap: wrap; align-items: center; }
    .group > button { border-radius: 0; margin-inline-end: -1px; position: relative; }
    .group > button:first-child { border-start-start-radius: 6px; border-end-start-radius: 6px; }
    .group > button:last-of-type { border-start-end-radius: 6px; border-end-end-radius: 6px;
      margin-inline-end: 0; }
    .group > button:focus-visible { z-index: 1; }
    .group output { min-width: 4.2em; padding: 0 .5em; text-align: center; font-size: .87rem;
      font-variant-numeric: tabular-nums; color: var(--muted); }
    .slider { display: flex; align-items: center; gap: .5rem; font-size: .87rem; color: var(--muted); }
    .slider input { width: 10rem; accent-color: var(--accent); }
    .place { margin-inline-start: auto; font-size: .82rem; color: var(--muted);
      font-variant-numeric: tabular-nums; white-space: pre; }

    .stage { flex: 1 1 22rem; min-height: 16rem; display: grid; gap: .6rem; grid-auto-flow: column;
      grid-auto-columns: minmax(0, 1fr); }
    .stage.rows { grid-auto-flow: row; grid-auto-rows: minmax(0, 1fr); }
    .pane { display: flex; flex-direction: column; min-height: 0; min-width: 0; }
    .pane figcaption { min-height: 1.5rem; display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
    .pane figcaption b { color: var(--text); font-weight: 600; }
    .swipe figcaption { justify-content: space-between; }
    .blink figcaption b { padding: 0 .4em; border-radius: 4px; }
    .blink figcaption .on { background: var(--accent); color: var(--on-accent); }
    .view { position: relative; flex: 1; min-height: 0; overflow: hidden; background: var(--stage);
      border-radius: 4px; cursor: grab; touch-action: none; user-select: none; -webkit-user-select: none; }
    .view.still { cursor: default; touch-action: pan-y; }
    .view.dragged { cursor: grabbing; }
    .layer { position: absolute; inset: 0; }
    .world { position: absolute; left: 0; top: 0; translate: var(--x) var(--y); }
    .layer img { position: absolute; max-width: none; left: calc(var(--left) * var(--scale));
      top: calc(var(--top) * var(--scale)); width: calc(var(--width) * var(--scale));
      height: calc(var(--height) * var(--scale)); }
    .pixels img { image-rendering: pixelated; }
    .box { position: absolute; left: calc(var(--left) * var(--scale) - 3px);
      top: calc(var(--top) * var(--scale) - 3px); width: calc(var(--width) * var(--scale) + 6px);
      height: calc(var(--height) * var(--scale) + 6px); border: 2px solid var(--box); border-radius: 2px;
      box-shadow: 0 0 0 1px #fff9, inset 0 0 0 1px #fff9; pointer-events: none; }
    .box.current { border: 3px solid #ffe14d; box-shadow: 0 0 0 2px #000, inset 0 0 0 1px #000; z-index: 1; }
    .swipe .layer.actual { clip-path: inset(0 0 0 calc(var(--split) * 1%)); background: var(--stage); }
    .onion .layer.actual { opacity: calc(var(--split) / 100); }
    .blink .layer.away { visibility: hidden; }
    .subtract .view { background: #000; isolation: isolate; }
    .subtract .layer img { background: none; }
    .subtract .layer.actual { mix-blend-mode: difference; }
    .divider { position: absolute; top: 0; bottom: 0; left: calc(var(--split) * 1%); width: 28px;
      margin-left: -14px; cursor: ew-resize; touch-action: none; }
    .divider::before { content: ""; position: absolute; inset: 0 13px; background: var(--accent);
      box-shadow: 0 0 0 1px #fff; }
    .divider::after { content: "\2194"; position: absolute; top: calc(50% - 14px); left: 0; width: 28px;
      height: 28px; border-radius: 50%; background: var(--accent); color: var(--on-accent);
      box-shadow: 0 0 0 1px #fff; font: 700 16px/28px var(--sans); text-align: center; }
    .js .regions { flex: none; max-height: 9.5rem; overflow: auto; overscroll-behavior: contain; }
    .js .regions ol { list-style: none; padding-inline-start: 0; columns: auto; display: flex;
      flex-wrap: wrap; gap: .3rem; padding-bottom: 3px; }
    .regions li button { min-height: 1.7rem; font-size: .8rem; padding: 0 .5rem; }

    dialog { border: 1px solid var(--line); border-radius: 10px; background: var(--panel); color: var(--text);
      padding: 1.1rem 1.4rem; max-width: 34rem; width: calc(100% - 2rem); }
    dialog::backdrop { background: #0008; }
    dialog header { display: flex; justify-content: space-between; align-items: center; }
    dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1rem; margin: .8rem 0 0; }
    dialog dd { margin: 0; }

    @media (max-width: 52rem) {
      .js, .js body { height: auto; min-height: 100%; }
      .js body { display: block; overflow: visible; }
      .js body > header { flex-wrap: wrap; position: static; }
      .js header h1 { flex: 1 0 100%; }
      .js header .lines { order: 1; flex: 1 0 100%; max-height: none; }
      .group.to-list { display: flex; margin-inline-end: auto; }
      nav { display: none; border-bottom: 1px solid var(--line); }
      nav.open { display: flex; max-height: 75vh; max-height: 75svh; }
      .js .entry, .js .same { padding: .6rem .75rem; }
      .stage { flex: none; height: 62vh; height: 62svh; }
      .stage.many.rows { height: auto; grid-auto-rows: var(--row); }
      .js .regions { max-height: none; }
      .slider { flex: 1 0 100%; }
      .slider input { flex: 1; }
      .place { display: none; }
      button { min-height: 2.4rem; }
      .states button, .regions li button { min-height: 2.2rem; }
    }
    @media (max-width: 90rem) { .modes kbd { display: none; } }
    @media (max-width: 36rem) {
      .modes { display: grid; grid-template-columns: repeat(3, 1fr); width: 100%; gap: 4px; }
      .modes > button { border-radius: 6px !important; margin: 0; padding: .1rem .2rem; }
    }
    @media print {
      :root { --page: #fff; color-scheme: light; }
      .js, .js body { height: auto; display: block; overflow: visible; }
      nav, .viewer, .js header button { display: none !important; }
      .js body > footer, .js .same { display: block; }
      .js .entry, .js .entry.chosen { display: block; border-bottom: 1px solid #999; break-inside: avoid; }
      .js .entry > .pictures { display: grid; }
      .pictures img { max-height: 11cm; width: auto; }
    }

    """#

  /// Colours in the dark: chosen by hand or by the system, so said once.
  private static let dark = """

      color-scheme: dark;
      --page: #121417; --panel: #1a1d21; --raised: #2a2e34; --text: #e7e9ec; --muted: #a3abb6;
      --line: #363b43; --accent: #7fb2ff; --on-accent: #0b1524; --box: #4d94ff;
      --check: #33373d; --check-2: #25282d; --stage: #0b0c0e;
      --changed: #ff8f86; --missing: #ffb772; --new: #6fdc9b; --not-compared: #e39bea;
      --within-limits: #b0b6ff; --same: #a3abb6;
    """
}
