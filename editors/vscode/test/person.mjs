// What a person does with VS Code in a browser, and sees of it.

/** VS Code draws spaces as no-break spaces. */
const drawn = (words) => new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(" ", String.raw`[\s\u00a0]`));

export class Person {
  /** For so many milliseconds a person waits for what should come. */
  constructor(page, patience) {
    this.page = page;
    this.patience = patience;
  }

  set patience(milliseconds) {
    this.page.setDefaultTimeout(milliseconds);
    this.waits = milliseconds;
  }

  /** Opens a folder at one of its files. */
  async opens(address) {
    await this.page.goto(address);
    await this.page.waitForSelector(".monaco-editor .view-lines .view-line");
  }

  lens(title) {
    return this.page.locator(".monaco-editor .codelens-decoration a", { hasText: drawn(title) }).first();
  }

  /** The active state in the status bar. */
  activeState(name) {
    return this.page.locator(`.statusbar-item a[aria-label*="Active state"]`, { hasText: name }).first();
  }

  text(words) {
    return this.page.locator(".view-line", { hasText: drawn(words) }).first();
  }

  squiggle() {
    return this.page.locator(".monaco-editor .squiggly-error").first();
  }

  /** The count of problems in the status bar. */
  problems(count) {
    return this.page.locator('.statusbar-item[id="status.problems"] a', { hasText: count }).first();
  }

  /** An entry of the list that a widget shows. */
  entry(widget, words) {
    return this.page.locator(`${widget} .monaco-list-row`, { hasText: words }).first();
  }

  message(words) {
    return this.page.locator(".notification-toast", { hasText: words }).first();
  }

  cursorAt(place) {
    return this.page.locator('.statusbar-item[id="status.editor.selection"]', { hasText: place });
  }

  /** The page inside the panel. */
  panel() {
    return this.page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
  }

  /** Waits until something is there, and the editor asks for nothing more: it does by itself when it lays itself out. */
  async settles(what) {
    await what.waitFor();
    await this.page.waitForTimeout(1500);
  }

  /** Waits until something holds. */
  async until(holds) {
    const end = Date.now() + this.waits;
    while (!(await holds())) {
      if (Date.now() > end) {
        throw new Error(`it did not come that ${String(holds)}`);
      }
      await this.page.waitForTimeout(100);
    }
  }

  /** The middle of some words in an editor, as a person would aim at them when they are in sight. */
  async middleOf(words) {
    let before;
    let now;
    await this.until(async () => {
      [before, now] = [now, await this.page.evaluate(middleOf, words)];
      return now && before?.x === now.x && before.y === now.y; // nothing moves it any more
    });
    return now;
  }

  /** Points at some words until a hover shows what is awaited: lenses that come meanwhile move the lines. */
  async pointAt(words, shows) {
    const hover = this.page.locator(".monaco-hover:not(.hidden)", { hasText: shows }).first();
    await this.until(async () => {
      const { x, y } = await this.middleOf(words);
      await this.page.mouse.move(x + 90, y + 60);
      await this.page.mouse.move(x, y, { steps: 5 });
      return await hover.waitFor({ timeout: 3000 }).then(() => true, () => false);
    });
  }

  /** Opens the menu of quick fixes on some words until it offers something: a click can miss what lenses move. */
  async asksForFix(words, offers) {
    await this.until(async () => {
      const { x, y } = await this.middleOf(words);
      await this.page.mouse.click(x, y);
      await this.page.keyboard.press("Control+.");
      if (await this.entry(".action-widget", offers).waitFor({ timeout: 3000 }).then(() => true, () => false)) {
        return true;
      }
      await this.page.keyboard.press("Escape");
      return false;
    });
  }

  /** Puts other text where some stands, as by typing: the word under the pointer is selected and overwritten. */
  async overwrite(word, text) {
    const { x, y } = await this.middleOf(word);
    await this.page.mouse.dblclick(x, y);
    await this.page.keyboard.type(text);
  }

  /** Takes back what was typed until some words are there again. */
  async undoTo(words) {
    await this.until(async () => {
      if (await this.text(words).isVisible()) {
        return true;
      }
      await this.page.keyboard.press("Control+z");
      return false; // and looks again when it has come about
    });
  }

  /** Saves the file that is edited, which has this name. */
  async save(name) {
    await this.page.keyboard.press("Control+s");
    await this.page.locator(`.tab.dirty[aria-label*="${name}"]`).waitFor({ state: "detached" });
  }

  async chooseState(active, other, look) {
    const entry = this.entry(".quick-input-list", other);
    await this.until(async () => {
      await this.activeState(active).click(); // again, when an editor that opens has closed the list
      return await entry.waitFor({ timeout: 3000 }).then(() => true, () => false);
    });
    await look?.();
    await entry.click();
  }

  async command(title) {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input");
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.entry(".quick-input-list", title).waitFor();
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  async openFile(name) {
    await this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).click();
  }

  /** Opens a file to the side of what is shown. */
  async openFileBeside(name) {
    await this.openFile(name);
    await this.tab(name).waitFor();
    await this.command("View: Move Editor into Next Group");
  }

  tab(name) {
    return this.page.locator(`.tab[aria-label*="${name}"]`).first();
  }

  async closeEditor(name) {
    await this.tab(name).click({ button: "middle" });
    await this.tab(name).waitFor({ state: "detached" });
  }

  async clearMessages() {
    await this.command("Notifications: Clear All Notifications");
    await this.page.locator(".notification-toast").first().waitFor({ state: "detached" });
  }
}

/** Runs in the page: the middle of the box that some words of an editor have, or undefined. */
function middleOf(words) {
  for (const line of document.querySelectorAll(".monaco-editor .view-line")) {
    const walker = document.createTreeWalker(line, 4 /* text */);
    let all = "";
    const nodes = [];
    while (walker.nextNode()) {
      nodes.push({ node: walker.currentNode, start: all.length });
      all += walker.currentNode.textContent.replaceAll("\u00a0", " ");
    }
    const at = all.indexOf(words);
    if (at < 0) {
      continue;
    }
    const point = (offset) => {
      const { node, start } = nodes.findLast((n) => n.start <= offset);
      return [node, offset - start];
    };
    const range = document.createRange();
    range.setStart(...point(at));
    range.setEnd(...point(at + words.length - 1));
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }
  return undefined;
}
