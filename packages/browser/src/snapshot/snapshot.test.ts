import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FormBrowser, openFormBrowser } from '../../test-inputs/open-form.js';

let browser: FormBrowser;
beforeAll(async () => {
  browser = await openFormBrowser();
});
afterAll(() => browser?.close());

test('every kind of control is shown with its label, its value and what the page says about it', async () => {
  const { snapshot, page } = await browser.open(`
    <form>
      <label>Name <input name="name" required placeholder="Ada" value="Grace"></label>
      <label for="bio">About you</label><textarea id="bio">Hello</textarea>
      <label>Age <input type="number" min="0" max="150" step="1" value="36"></label>
      <label>Volume <input type="range" min="0" max="10" value="3"></label>
      <label>Born <input type="date" value="1906-12-09"></label>
      <label>At <input type="time" value="09:30"></label>
      <label>Meeting <input type="datetime-local" value="2026-01-31T09:30"></label>
      <label>Month <input type="month" value="2026-01"></label>
      <label>Week <input type="week" value="2026-W05"></label>
      <label>Colour <input type="color" value="#1a2b3c"></label>
      <label>City <select><option value="smy">Smyrna</option><option value="per" selected>Pera</option>
        <option disabled>Athens</option></select></label>
      <label>Tags <select multiple><option selected>a</option><option selected>b</option><option>c</option></select></label>
      <fieldset><legend>Size</legend>
        <label><input type="radio" name="size" value="s" checked> Small</label>
        <label><input type="radio" name="size" value="l"> Large</label></fieldset>
      <label><input type="checkbox" checked> I agree</label>
      <label>CV <input type="file"></label>
      <label>Language <input list="languages"></label>
      <datalist id="languages"><option value="Turkish"><option value="Greek"></datalist>
      <div contenteditable="true" aria-label="Letter">Dear <b>sir</b></div>
      <div role="switch" aria-checked="true" aria-label="Alerts" tabindex="0"></div>
      <div role="slider" aria-label="Zoom" aria-valuenow="5" aria-valuemin="1" aria-valuemax="9" tabindex="0"></div>
      <div role="listbox" aria-label="Fruit"><div role="option" aria-selected="true">Fig</div><div role="option">Date</div></div>
      <button role="tab" aria-selected="true">First</button>
      <input disabled value="off" aria-label="Off"><input readonly value="fixed" aria-label="Fixed">
      <input type="hidden" name="csrf" value="token"><button>Send</button><a href="#next">Next</a>
    </form>`);
  const fields = await snapshot();
  expect(fields.map(({ kind, label, currentValue }) => [kind, label, currentValue])).toEqual([
    ['text', 'Name', 'Grace'],
    ['textarea', 'About you', 'Hello'],
    ['number', 'Age', '36'],
    ['range', 'Volume', '3'],
    ['date', 'Born', '1906-12-09'],
    ['time', 'At', '09:30'],
    ['datetime', 'Meeting', '2026-01-31T09:30'],
    ['month', 'Month', '2026-01'],
    ['week', 'Week', '2026-W05'],
    ['color', 'Colour', '#1a2b3c'],
    ['select', 'City', 'per'],
    ['select', 'Tags', ['a', 'b']],
    ['radio', 'Small', true],
    ['radio', 'Large', false],
    ['checkbox', 'I agree', true],
    ['file', 'CV', ''],
    ['text', 'Language', ''],
    ['richtext', 'Letter', 'Dear sir'],
    ['switch', 'Alerts', true],
    ['range', 'Zoom', '5'],
    ['listbox', 'Fruit', 'Fig'],
    ['tab', 'First', true],
    ['text', 'Off', 'off'],
    ['text', 'Fixed', 'fixed'],
  ]);
  const field = (label: string) => fields.find((one) => one.label === label);
  expect(field('Name')).toMatchObject({ name: 'name', required: true, placeholder: 'Ada' });
  expect(field('Age')).toMatchObject({ min: '0', max: '150', step: '1', required: false });
  expect(field('City')?.options).toEqual([
    { value: 'smy', label: 'Smyrna' },
    { value: 'per', label: 'Pera' },
    { value: 'Athens', label: 'Athens', disabled: true },
  ]);
  expect(field('Large')).toMatchObject({ group: 'Size', name: 'size', value: 'l' });
  expect(field('Language')?.options).toMatchObject([{ value: 'Turkish' }, { value: 'Greek' }]);
  expect(field('Off')).toMatchObject({ disabled: true });
  expect(field('Fixed')).toMatchObject({ readOnly: true });
  expect(field('CV')).toMatchObject({ filled: false });
  await page.close();
});

test('what has no label is called by its placeholder, or else by its name or its id', async () => {
  const { snapshot } = await browser.open(
    '<input placeholder="E-mail" name="a" id="b"><input name="c" id="d"><input id="e"><input>',
  );
  const labels = (await snapshot()).map(({ label }) => label);
  expect(labels).toEqual(['E-mail', 'c', 'e', 'unnamed-field']);
});

test('every id is unique and its selector leads back to the control', async () => {
  const { snapshot, page } = await browser.open(`
    <input data-browser-tool-id="mail"><input data-browser-tool-id="mail">
    <div><input id="twice"></div><div><input id="twice"></div>
    <section id="one"><p><input></p><p><input></p></section>
    <input id="a.b c"><my-field></my-field><iframe srcdoc="<input aria-label=inside>"></iframe>`);
  await page.evaluate(async () => {
    const host = document.querySelector('my-field');
    const shadow = host?.attachShadow({ mode: 'open' });
    if (shadow) shadow.innerHTML = '<div><input></div><input><b><input></b>';
  });
  await page.frameLocator('iframe').locator('input').waitFor();
  const fields = await snapshot();
  expect(new Set(fields.map(({ fieldId }) => fieldId)).size).toBe(fields.length);
  expect(fields.map(({ fieldId }) => fieldId)).toEqual([
    'bt:mail',
    expect.stringContaining('css:'),
    ...Array.from({ length: 4 }, () => expect.stringContaining('css:')),
    'css:#a\\.b\\ c',
    ...Array.from({ length: 3 }, () => expect.stringContaining(' >>> :host > ')),
    expect.stringContaining(' >>> '),
  ]);
});

test('a control that owns itself, or what owns it, has a label all the same', async () => {
  const { snapshot } = await browser.open(`
    <label>Agree <input type="checkbox" id="a" aria-owns="a"></label><b id="b" aria-owns="c">B</b>
    <input id="c" aria-owns="b" title="See" aria-labelledby="none"><input aria-labelledby="b">`);
  expect((await snapshot()).map(({ label }) => label)).toEqual(['Agree', 'See', 'B']);
});

test('what a person can’t see or use is not shown; buttons, links and what is denied only as the page says', async () => {
  const { snapshot } = await browser.open(`
    <input aria-label="seen"><input aria-label="none" style="display:none">
    <div style="visibility:hidden"><input aria-label="invisible"></div>
    <div aria-hidden="true"><input aria-label="hidden"></div><div hidden><input aria-label="gone"></div>
    <div inert><input aria-label="inert"></div><details><summary>More</summary><input aria-label="closed"></details>
    <div class="admin"><input aria-label="admin"><button>Delete all</button></div>
    <button class="ok">Send</button><a href="/x" class="ok">Next</a>`);
  const labels = async (rules = {}) => (await snapshot(rules)).map(({ label }) => label);
  expect(await labels()).toEqual(['seen', 'admin']);
  expect(await labels({ allow: '.ok', deny: '.admin' })).toEqual(['seen', 'Send', 'Next']);
  expect(await labels({ root: '.admin' })).toEqual(['admin']);
});

test('no private value leaves the page, whatever holds or names it', async () => {
  const { snapshot, page } = await browser.open(`
    <label>Login <input type="password" id="p" value="SECRET-1"></label>
    <input autocomplete="section-a cc-number" value="SECRET-2"><input autocomplete="one-time-code" value="SECRET-3">
    <div data-agent-private><input value="SECRET-4"><select><option>SECRET-X</option><option selected>b</option></select>
      <div contenteditable="true">SECRET-5</div></div>
    <label for="n">Send <input type="password" value="SECRET-6"> now <b data-agent-private>SECRET-7</b></label><input id="n">
    <div contenteditable="true" aria-label="Note">Hi <b data-agent-private>SECRET-8</b></div>
    <input name="cardNumber" value="SECRET-9"><input name="cvv" value="SECRET-10"><input name="otp_code" value="">
    <fieldset><legend>Pay <i data-agent-private>SECRET-11</i></legend><input type="radio" aria-label="r"></fieldset>
    <button class="ok">Use <span data-agent-private>SECRET-12</span></button>
    <label><input type="password" id="named" value="SECRET-13"><span data-agent-private>SECRET-14</span></label>
    <input aria-labelledby="named"><input aria-labelledby="owner"><i id="owner" aria-owns="named">Owner</i>
    <label>Shown <i data-agent-private>SECRET-15</i><button id="held">Go</button></label>
    <input aria-labelledby="held">`);
  const fields = await snapshot({ allow: '.ok' });
  expect(JSON.stringify(fields)).not.toMatch(/SECRET-\d/);
  expect(fields[0]).toMatchObject({
    label: 'Login',
    currentValue: '',
    filled: true,
    private: true,
  });
  expect(fields.find(({ name }) => name === 'otp_code')).toMatchObject({
    filled: false,
    private: true,
  });
  expect(fields.find(({ fieldId }) => fieldId === 'css:#n')).toMatchObject({ label: 'Send now' });
  // One that the page shows in the meantime is a password still.
  await page.evaluate(() => document.querySelector('#p')?.setAttribute('type', 'text'));
  expect(JSON.stringify(await snapshot())).not.toContain('SECRET-1"');
});

test('a large page goes on while a snapshot is taken', async () => {
  const { page } = await browser.open('<main></main>');
  const { turns, count } = await page.evaluate(async () => {
    const main = document.querySelector('main');
    if (main === null) throw new Error('There is no main.');
    const row = '<div><p><span>text</span></p><label>Row <input value="x"></label></div>';
    main.innerHTML = row.repeat(2000);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    const { fields } = await dragoman.snapshot();
    clearInterval(timer);
    return { turns, count: fields.length };
  });
  expect(count).toBe(2000);
  expect(turns).toBeGreaterThan(3);
});
