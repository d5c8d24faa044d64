/// The style of a sheet's page, apart from where its links are.
enum HTMLSheetStyle {
  static let text = """

    :root {
      color-scheme: light dark;
      --page: #ffffff; --text: #1a1d21; --muted: #575e68;
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
    }
    /* Paper is light. */
    @media screen and (prefers-color-scheme: dark) {
      :root { --page: #15181c; --text: #e6e9ee; --muted: #a3abb6; }
    }
    body { margin: 0; background: var(--page); color: var(--text); }
    main { padding: 1rem; }
    figure { margin: 0 0 1.5rem; }
    figcaption { color: var(--muted); font-size: .85rem; padding-bottom: .35rem; }

    .sheet { position: relative; width: fit-content; max-width: 100%; isolation: isolate; }
    /* The links lie over the picture; its map is for where there is no style. */
    .sheet img { display: block; max-width: 100%; height: auto; pointer-events: none; }
    .sheet ul { margin: 0; padding: 0; list-style: none; }
    [id^="t"] { position: absolute; }
    .unseen, li span > span, a > span {
      position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    a:hover { box-shadow: inset 0 0 0 2px #0b5cc4, inset 0 0 0 3px #ffffff; }
    /* Two colours, so that one of them is seen on any picture. */
    a:focus-visible { outline: 3px solid #0b5cc4; box-shadow: 0 0 0 6px #ffffff, inset 0 0 0 2px #ffffff; }

    """
}
