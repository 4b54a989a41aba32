import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundled, type FormBrowser, openFormBrowser } from '../../test-inputs/open-form.js';

let browser: FormBrowser;
beforeAll(async () => {
  browser = await openFormBrowser();
});
afterAll(() => browser?.close());

const fill = (fieldId: string, value: string) => ({ action: 'fill', fieldId, value }) as const;
const click = (fieldId: string) => ({ action: 'click', fieldId }) as const;
const select = (fieldId: string, value: string | string[]) =>
  ({ action: 'select', fieldId, value }) as const;

const EVERY_KIND = `
  <form>
    <input id="text"><textarea id="area"></textarea><input id="number" type="number" min="1">
    <input id="range" type="range" max="10" value="2"><input id="date" type="date"><input id="time" type="time">
    <input id="datetime" type="datetime-local"><input id="month" type="month"><input id="week" type="week">
    <input id="color" type="color"><input id="password" type="password">
    <select id="one"><option value="a">Athens</option><option value="s"> Smyrna </option></select>
    <select id="many" multiple><option>a</option><option>b</option><option>c</option></select>
    <input id="check" type="checkbox"><input id="r1" type="radio" name="r" value="1" checked>
    <input id="r2" type="radio" name="r" value="2"><div id="rich" contenteditable="true">old</div>
    <input id="list" list="all"><datalist id="all"><option value="x"></datalist>
  </form>`;

const FILLED = [
  ...[fill('css:#text', 'Ada'), fill('css:#area', 'Two\nlines'), fill('css:#number', '42')],
  ...[fill('css:#range', '7'), fill('css:#date', '2026-01-31'), fill('css:#time', '09:30')],
  ...[fill('css:#datetime', '2026-01-31T09:30'), fill('css:#month', '2026-01')],
  ...[fill('css:#week', '2026-W05'), fill('css:#color', '#aabbcc'), fill('css:#password', 'pw')],
  ...[select('css:#one', 'Smyrna'), select('css:#many', ['a', 'c']), click('css:#check')],
  ...[select('css:#r1', '2'), fill('css:#rich', 'new text'), select('css:#list', 'x')],
];

test('what a snapshot shows is what was set, for every kind; and what was before when it is taken back', async () => {
  const { snapshot, execute, undo, page } = await browser.open(EVERY_KIND);
  const before = await snapshot();
  const events = await page.evaluateHandle(() => {
    const seen: string[] = [];
    for (const type of ['focusin', 'input', 'change', 'focusout', 'click']) {
      document.addEventListener(type, ({ target }) =>
        seen.push(`${(target as Element).id} ${type}`),
      );
    }
    return seen;
  });
  expect(await execute(FILLED)).toEqual({ applied: FILLED.length, skipped: 0, warnings: [] });
  expect(
    Object.fromEntries((await snapshot()).map((one) => [one.selector, one.currentValue])),
  ).toEqual({
    '#text': 'Ada',
    '#area': 'Two\nlines',
    '#number': '42',
    '#range': '7',
    '#date': '2026-01-31',
    '#time': '09:30',
    '#datetime': '2026-01-31T09:30',
    '#month': '2026-01',
    '#week': '2026-W05',
    '#color': '#aabbcc',
    '#password': '',
    '#one': 's',
    '#many': ['a', 'c'],
    '#check': true,
    '#r1': false,
    '#r2': true,
    '#rich': 'new text',
    '#list': 'x',
  });
  expect(await page.inputValue('#password')).toBe('pw');
  const seen = (await events.jsonValue()).filter((event) => event.startsWith('text '));
  expect(seen).toEqual(['text focusin', 'text input', 'text change', 'text focusout']);
  await undo();
  expect(await snapshot()).toEqual(before);
});

test('what a person couldn’t do is skipped, and said', async () => {
  const { snapshot, execute } = await browser.open(`
    <input id="off" disabled><input id="fixed" readonly value="x"><input id="file" type="file">
    <input id="short" maxlength="3"><input id="date" type="date"><input id="check" type="checkbox">
    <select id="one"><option>a</option><option disabled>b</option></select>
    <button id="send">Send</button><input id="hidden" style="display:none"><p id="text">no control</p>`);
  await snapshot();
  const { applied, skipped, warnings } = await execute([
    ...[fill('css:#off', '1'), fill('css:#fixed', '1'), fill('css:#file', '/etc/passwd')],
    ...[click('css:#file'), fill('css:#short', 'four'), fill('css:#date', 'tomorrow')],
    ...[fill('css:#check', 'true'), select('css:#one', 'c'), select('css:#one', 'b')],
    ...[click('css:#send'), fill('css:#hidden', 'x'), click('css:#text'), fill('bt:none', 'x')],
    ...[fill('css:][', 'x')],
  ]);
  expect([applied, skipped]).toEqual([0, 14]);
  expect(warnings).toEqual([
    'css:#off: it is disabled',
    'css:#fixed: it is read-only',
    'css:#file: only a person can choose a file',
    'css:#file: only a person can choose a file',
    'css:#short: it takes at most 3 characters',
    'css:#date: it takes a date, such as 2026-01-31',
    'css:#check: a checkbox isn’t filled: click it',
    'css:#one: it has no option "c"',
    'css:#one: its option "b" is disabled',
    'css:#send: the page doesn’t let agents use it',
    'css:#hidden: it can’t be used now',
    'css:#text: it is no control',
    'bt:none: there is no such field in the page; take another snapshot',
    'css:][: there is no such field in the page; take another snapshot',
  ]);
});

test('what the page finds wrong is reported, without a value that is private', async () => {
  const { snapshot, execute } = await browser.open(`
    <input id="mail" type="email"><div data-agent-private><input id="secret" type="email"></div>`);
  await snapshot();
  const { applied, warnings } = await execute([
    fill('css:#mail', 'nobody'),
    fill('css:#secret', 'SECRET'),
  ]);
  expect(applied).toBe(2);
  expect(warnings[0]).toContain('nobody');
  expect(warnings[1]).toBe('css:#secret: the page doesn’t accept what is there now');
});

test('React learns of every change', async () => {
  const { page, snapshot, execute, undo } = await browser.open('');
  await page.addScriptTag({ content: await bundled('./react-form.ts') });
  await page.waitForSelector('output');
  const fields = await snapshot();
  const id = (label: string) => fields.find((field) => field.label === label)?.fieldId ?? '';
  const report = await execute([
    ...[fill(id('Name'), 'Ada'), fill(id('Note'), 'Hi'), click(id('Agree'))],
    ...[select(id('Size s'), 'Size l'), select(id('City'), 'Smyrna')],
  ]);
  expect(report).toMatchObject({ applied: 5, warnings: [] });
  const state = async () => JSON.parse((await page.textContent('output')) ?? '');
  expect(await state()).toEqual({ name: 'Ada', note: 'Hi', agree: true, size: 'l', city: 's' });
  await undo();
  expect(await state()).toEqual({ name: '', note: '', agree: false, size: 's', city: 'a' });
});

test('an action never meets another control than the one that was shown', async () => {
  const { page, snapshot, execute } = await browser.open(
    '<div><label>Name <input></label></div><div><label>Account <input></label></div>',
  );
  const fields = await snapshot();
  const [name] = fields;
  await page.evaluate(() => document.querySelector('div')?.remove());
  const { applied, warnings } = await execute([fill(name?.fieldId ?? '', 'Ada')]);
  expect(applied).toBe(0);
  expect(warnings[0]).toMatch(/another control is there \(Account\)|no such field/);
  expect(await page.inputValue('input')).toBe('');
});

test('one that the page has drawn again is found again', async () => {
  const { page, snapshot, execute } = await browser.open(
    '<main><label>Name <input data-browser-tool-id="name"></label></main>',
  );
  await snapshot();
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main) main.innerHTML = `<p>More</p>${main.innerHTML}`;
  });
  expect(await execute([fill('bt:name', 'Ada')])).toMatchObject({ applied: 1 });
  expect(await page.inputValue('input')).toBe('Ada');
});

test('lists that are open are chosen from and taken back by clicks alone: a key would choose another', async () => {
  const list = (id: string, several = false) =>
    `<div id="${id}" role="listbox" tabindex="0" aria-label="${id}" ${several ? 'aria-multiselectable="true"' : ''}>
      ${['Fig', 'Date', 'Plum'].map((name) => `<div role="option" aria-selected="${name === 'Fig'}">${name}</div>`).join('')}</div>`;
  const { snapshot, execute, undo } = await browser.open(`${list('one')}${list('several', true)}
    <script>
      for (const list of document.querySelectorAll('[role=listbox]')) {
        const options = [...list.children];
        const choose = (chosen) => options.forEach((option) => option.ariaSelected = String(option === chosen));
        list.onclick = ({ target }) => {
          if (!options.includes(target)) return;
          if (list.ariaMultiSelectable === 'true') target.ariaSelected = String(target.ariaSelected !== 'true');
          else choose(target);
        };
        list.onkeydown = ({ key }) => {
          const at = options.findIndex((option) => option.ariaSelected === 'true');
          if (key === 'ArrowDown' && options[at + 1]) choose(options[at + 1]);
        };
      }
    </script>`);
  const before = await snapshot();
  const values = async () => (await snapshot()).map(({ currentValue }) => currentValue);
  await execute([select('css:#one', 'Date'), select('css:#several', 'Fig')]);
  expect(await values()).toEqual(['Date', ['Fig']]);
  await undo();
  expect(await snapshot()).toEqual(before);
  const report = await execute([select('css:#one', 'Nut'), select('css:#several', 'Plum')]);
  expect(report).toMatchObject({ applied: 1, warnings: ['css:#one: it offers no "Nut"'] });
  expect(await values()).toEqual(['Fig', ['Fig', 'Plum']]);
  await undo();
  expect(await snapshot()).toEqual(before);
});

test('what is used is where a person sees it, and not behind a bar of the page', async () => {
  const { page, snapshot, execute } = await browser.open(`
    <style>p { height: 2000px } div { position: fixed; inset: auto 0 0; height: 200px; background: #eee }</style>
    <p></p><input id="name"><p></p><input type="checkbox" id="agree"><p></p><div>A bar</div>`);
  await snapshot();
  const shownAtItsCentre = (id: string) =>
    page.evaluate((id) => {
      const at = document.querySelector(id)?.getBoundingClientRect();
      if (at === undefined) return false;
      const shown = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
      return shown?.matches(id);
    }, id);
  await execute([fill('css:#name', 'Ada')]);
  expect(await shownAtItsCentre('#name')).toBe(true);
  await execute([click('css:#agree')]);
  expect(await shownAtItsCentre('#agree')).toBe(true);
});

test('widgets of a page are used as by a pointer and keys', async () => {
  const { page, snapshot, execute, undo } = await browser.open(`
    <div id="switch" role="switch" tabindex="0" aria-checked="false" aria-label="Alerts"></div>
    <div id="slider" role="slider" tabindex="0" aria-valuenow="3" aria-label="Zoom"></div>
    <button id="box" role="combobox" aria-controls="fruits" aria-expanded="false" aria-label="Fruit">Fig</button>
    <div id="fruits" role="listbox" aria-label="Fruits" hidden><div role="option">Fig</div><div role="option">Date</div></div>
    <div role="tablist"><button role="tab" aria-selected="true">First</button><button role="tab" aria-selected="false">Second</button></div>
    <script>
      const $ = (id) => document.getElementById(id);
      $('switch').onclick = (e) => e.target.ariaChecked = String(e.target.ariaChecked !== 'true');
      $('slider').onkeydown = (e) => e.target.ariaValueNow = String(Number(e.target.ariaValueNow) + (e.key === 'ArrowRight') - (e.key === 'ArrowLeft'));
      $('box').onmousedown = () => setTimeout(() => { $('fruits').hidden = false; $('box').ariaExpanded = 'true'; }, 50);
      $('fruits').onclick = (e) => { $('box').textContent = e.target.textContent; $('fruits').hidden = true; $('box').ariaExpanded = 'false'; };
      for (const tab of document.querySelectorAll('[role=tab]')) tab.onclick = () => {
        for (const other of document.querySelectorAll('[role=tab]')) other.ariaSelected = String(other === tab);
      };
    </script>`);
  const before = await snapshot();
  const report = await execute([
    ...[click('css:#switch'), fill('css:#slider', '6'), select('css:#box', 'Date')],
    click(before.find(({ label }) => label === 'Second')?.fieldId ?? ''),
  ]);
  expect(report).toEqual({ applied: 4, skipped: 0, warnings: [] });
  const values = (await snapshot()).map(({ label, currentValue }) => [label, currentValue]);
  expect(values).toEqual([
    ['Alerts', true],
    ['Zoom', '6'],
    ['Fruit', 'Date'],
    ['First', false],
    ['Second', true],
  ]);
  await undo();
  expect(await snapshot()).toEqual(before);
  await page.close();
});

test('controls in shadow roots and in frames of the page are used, too', async () => {
  const { page, snapshot, execute } = await browser.open(
    '<my-field></my-field><iframe srcdoc="<label>Inside <input></label>"></iframe>',
  );
  await page.frameLocator('iframe').locator('input').waitFor();
  await page.evaluate(() => {
    const root = document.querySelector('my-field')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<label>Deep <input></label>';
  });
  const fields = await snapshot();
  expect(fields.map(({ label }) => label)).toEqual(['Deep', 'Inside']);
  const report = await execute(fields.map(({ fieldId }) => fill(fieldId, 'x')));
  expect(report).toMatchObject({ applied: 2 });
  expect((await snapshot()).map(({ currentValue }) => currentValue)).toEqual(['x', 'x']);
});

test('a control that the page names is found in shadow roots and frames by its name, without a snapshot', async () => {
  const { page, execute } = await browser.open(
    '<my-field></my-field><iframe srcdoc="<input data-browser-tool-id=inside>"></iframe>',
  );
  await page.frameLocator('iframe').locator('input').waitFor();
  await page.evaluate(() => {
    const root = document.querySelector('my-field')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<input data-browser-tool-id="deep">';
  });
  const actions = [fill('bt:deep', 'x'), fill('bt:inside', 'y'), fill('bt:gone', 'z')];
  expect(await execute(actions)).toMatchObject({ applied: 2, skipped: 1 });
  expect(await page.locator('my-field input').inputValue()).toBe('x');
  expect(await page.frameLocator('iframe').locator('input').inputValue()).toBe('y');
});

test('a click on a button asks first, where the page wants it', async () => {
  const { page, snapshot, execute } = await browser.open(
    '<button id="send" type="button">Send</button>',
  );
  await page.evaluate(() => {
    document
      .querySelector('button')
      ?.addEventListener('click', () => document.body.append('sent '));
  });
  await snapshot({ allow: 'button' });
  const rules = { allow: 'button' };
  expect(await execute([click('css:#send')], { ...rules, agrees: false })).toEqual({
    applied: 0,
    skipped: 1,
    warnings: ['css:#send: nobody has agreed to it'],
  });
  expect(await page.textContent('body')).not.toContain('sent');
  expect(await execute([click('css:#send')], { ...rules, agrees: true })).toMatchObject({
    applied: 1,
  });
  expect(await page.textContent('body')).toContain('sent');
});

test('a person sees what was used, and a snapshot doesn’t', async () => {
  const { page, snapshot, execute } = await browser.open('<input id="name">');
  await snapshot();
  await execute([fill('css:#name', 'Ada')]);
  const frames = () => page.locator('html > div[aria-hidden]').count();
  expect(await frames()).toBe(1);
  expect(await snapshot()).toHaveLength(1);
  await expect.poll(frames, { timeout: 10_000 }).toBe(0);
  await execute([fill('css:#name', 'Bea')], { highlight: false });
  expect(await frames()).toBe(0);
});

test('the frame is where a person sees the control, also after the page has scrolled', async () => {
  const { page, snapshot, execute } = await browser.open(`
    <input type="radio" id="one" name="r" value="1"><input type="radio" id="two" name="r" value="2">
    <input id="first"><p style="height: 3000px"></p><input id="last">
    <label id="box"><input type="checkbox" id="hidden" style="position: absolute; width: 1px; height: 1px"> Agree</label>`);
  await snapshot();
  await execute([
    { action: 'select', fieldId: 'css:#one', value: '2' },
    fill('css:#first', 'Ada'),
    fill('css:#last', 'Ada'),
    { action: 'click', fieldId: 'css:#hidden' },
  ]);
  const frames = page.locator('html > div[aria-hidden]');
  for (const [index, id] of ['#two', '#first', '#last', '#box'].entries()) {
    await expect
      .poll(async () => {
        const [frame, control] = await Promise.all([
          frames.nth(index).boundingBox(),
          page.locator(id).boundingBox(),
        ]);
        return frame && control && [control.x - frame.x, control.y - frame.y];
      })
      .toEqual([3, 3]);
  }
});
