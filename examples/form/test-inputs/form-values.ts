import type { Page } from 'playwright-core';

/** The form as the scripted model leaves it. */
export const FILLED = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  guests: '4',
  honour: 'Grace',
  date: '2030-05-18',
  time: '19:30',
  reminder: '2030-05-17T09:00',
  room: 'garden',
  seat: 'window',
  tea: 'Darjeeling',
  strength: '4',
  snack: 'Scones',
  extras: ['Lemon', 'Honey'],
  ribbon: '#2a5d9f',
  music: 'true',
  tab: 'Send it',
  address: '12 St James’s Square, London',
  card: 'With love, from all of us.',
  voucher: 'TEA-2030',
  rules: true,
};

/** What a person reads in the form. */
export async function valuesOf(page: Page): Promise<Record<string, unknown>> {
  const value = (name: string) => page.locator(`[name=${name}]`).inputValue();
  const chosen = (list: string) =>
    page.getByRole('listbox', { name: list }).getByRole('option', { selected: true });
  return {
    name: await value('name'),
    email: await value('email'),
    guests: await value('guests'),
    honour: await page.getByLabel('Guest of honour').inputValue(),
    date: await value('date'),
    time: await value('time'),
    reminder: await value('reminder'),
    room: await value('room'),
    seat: await page.locator('[name=seat]:checked').inputValue(),
    tea: await page.getByRole('combobox', { name: 'Tea' }).textContent(),
    strength: await value('strength'),
    snack: await chosen('Something with it').textContent(),
    extras: await page.getByLabel('On the table').locator('option:checked').allTextContents(),
    ribbon: await value('ribbon'),
    music: await page.getByRole('switch').getAttribute('aria-checked'),
    tab: await page.getByRole('tab', { selected: true }).textContent(),
    address: await value('address'),
    card: await page.getByLabel('Card', { exact: true }).textContent(),
    voucher: await page.frameLocator('iframe').getByLabel('Voucher').inputValue(),
    rules: await page.getByRole('checkbox').isChecked(),
  };
}
