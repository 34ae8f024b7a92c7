import { describe, expect, test } from 'vitest';
import { fund, heading, press, show, useDemoBench } from './demo-bench.ts';

const { bench, withVisit, withWallet } = useDemoBench();

describe('the language of the demo', { timeout: 60_000 }, () => {
  test('is the browser’s, and no other one is loaded', async () => {
    const page = await bench().browser.newPage({ locale: 'pt-BR' });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(bench().demo.url);
    await heading(page, 'Seus clientes assinam cada saque');
    const shown = await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
    expect(shown).toEqual(['pt', 'ltr']);
    expect(await page.title()).toBe('Seus clientes assinam cada saque · Countersign demo');
    const languages = loaded.flatMap((path) => /\/(de|es|fr|pt)-[^/]*\.js$/.exec(path)?.[1] ?? []);
    // The page's texts and the wallet's are files of one name.
    expect([...new Set(languages)]).toEqual(['pt']);
    await page.close();
  });

  test('is chosen in the header, the wallet’s own texts and amounts with it, and stays chosen', async () => {
    await withWallet({ money: 1250.5, hasBank: true }, async ({ page }) => {
      await page.getByLabel('Amount to send').fill('1.250');
      await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
      await heading(page, 'Auszahlen');
      // The same digits are another amount there.
      expect(await page.getByLabel('Betrag').inputValue()).toBe('');
      await page.reload();
      await page.locator('[name="bank"]').waitFor();
      await page.getByLabel('Betrag').fill('1.250,5');
      await press(page, 'Zahlung prüfen');
      await heading(page, 'Zahlung prüfen');
      await page.getByText('1.250,50', { exact: false }).first().waitFor();
      await page.getByText('Sie senden').first().waitFor();
      expect(await page.locator('.lanes').getAttribute('lang')).toBe('en');
      await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
      await show(page, 'Wallet');
      await page.getByText('1,250.50 USDB').first().waitFor();
    });
  });

  test('is that of all that is on the screen: what was said before it was chosen isn’t left', async () => {
    await withVisit(async ({ page }) => {
      await page.getByLabel('E-mail address').fill('nobody');
      await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
      await press(page, 'Code per E-Mail senden');
      const mistake = page.locator('.field-error');
      expect(await mistake.innerText()).toBe('Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.');
      await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
      await heading(page, 'Your customers sign every withdrawal');
      expect(await mistake.count()).toBe(0);
    });
    await withWallet({ money: 100, hasBank: true }, async ({ page }) => {
      await page.getByLabel('Amount to send').fill('101');
      await press(page, 'Review payment');
      await page.getByText('Your wallet holds 100.00 USDB.').waitFor();
      await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
      await page.getByRole('alert').getByText('Das Guthaben reicht nicht aus').waitFor();
      expect(await page.locator('.field-error').count()).toBe(0);
      await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
      await show(page, 'Wallet');
      await fund(page, '5');
      await page.locator('.notice').waitFor();
      await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
      await heading(page, 'Ihr Wallet');
      expect(await page.locator('.notice').count()).toBe(0);
    });
  });
});
