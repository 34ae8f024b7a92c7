import { describe, expect, test } from 'vitest';
import { keepCode, readCode, type CodeForm } from '../../../src/ui/code-entry/read-code.ts';

const digits: CodeForm = { length: 6, alphabet: 'digits' };
const words: CodeForm = { length: 6, alphabet: 'letters-and-digits' };

describe('a code is found in what people paste', () => {
  test.for([
    ['typed', '123456'],
    ['between blanks and a line feed', '  123456\n'],
    ['in two groups', '123 456'],
    ['in three groups', '12 34 56'],
    ['digit by digit', '1 2 3 4 5 6'],
    ['digit by digit over lines', '1\n2\n3\n4\n5\n6'],
    ['with a hyphen', '123-456'],
    ['with a hyphen between blanks', '123 - 456'],
    ['with an en dash', '123\u2013456'],
    ['with a non-breaking hyphen', '123\u2011456'],
    ['with a minus sign', '123\u2212456'],
    ['with a middle dot', '123\u00b7456'],
    ['with a non-breaking space', '123\u00a0456'],
    ['with a narrow space', '123\u202f456'],
    ['with a zero-width space', '123\u200b456'],
    ['with a byte order mark', '\ufeff123456'],
    ['with a variation selector', '1\ufe0f2\ufe0f3456'],
    ['with a grapheme joiner and a filler', '123\u034f4\u3164 56'],
    ['between marks of direction', '\u202d123456\u202c'],
    ['in full-width digits', '\uff11\uff12\uff13\uff14\uff15\uff16'],
    ['in full-width digits with an ideographic space', '\uff11\uff12\uff13\u3000\uff14\uff15\uff16'],
    ['in Arabic-Indic digits', '\u0661\u0662\u0663\u0664\u0665\u0666'],
    ['in Persian digits', '\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6'],
    ['in Devanagari digits', '\u0967\u0968\u0969\u096a\u096b\u096c'],
    ['in mathematical digits', '\u{1d7cf}\u{1d7d0}\u{1d7d1}\u{1d7d2}\u{1d7d3}\u{1d7d4}'],
    ['after its name', 'Your code: 123 456'],
    ['in a sentence', 'Your code is 123456. It expires in 5 minutes.'],
    ['before its name', '123456 is your Sample Wallet code'],
    ['with a prefix', 'G-123456 is your code'],
    ['in brackets', 'Sample Wallet [123456]'],
    ['after a hash', '@example.com #123456'],
    ['filled in twice', '123456123456'],
    ['in keycaps', '1\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e36\ufe0f\u20e3'],
    ['twice', 'Code 123456. Or open https://example.com/c/123456'],
    ['in Japanese', '認証コードは123456です。5分以内に入力してください。'],
    ['in Chinese', '【Sample】验证码123456，5分钟内有效'],
    ['in German', 'Ihr Code lautet: 123 456 (gültig bis 14:35 Uhr)'],
    ['beside a telephone number', 'Code 123456. Questions? +1 415 555 0100'],
    ['beside an amount', 'Code 123456 for a payment of 1,234.50 USD'],
    ['beside a date', 'Sent 2026-01-15. Your code: 123456'],
    ['in a mail with lines', 'Hello,\r\n\r\nyour code is\r\n\r\n    123456\r\n\r\nIt lives for 5 minutes.'],
    ['bold in Markdown', 'Your code is **123456**'],
  ] as const)('%s', ([, text]) => {
    expect(readCode(text, digits)).toBe('123456');
  });

  test.for([
    ['nothing', ''],
    ['a part of one', '12345'],
    ['one digit too many', '1234567'],
    ['two codes', '123456 or 654321'],
    ['two codes in groups', '123 456\n\nor 654 321'],
    ['a code in groups, filled in twice', '482-913482-913'],
    ['a code in other groups, filled in twice', '482 913482 913'],
    ['two codes that are filled in', '123456654321'],
    ['a telephone number', '+49 30 1234'],
    ['a telephone number whose end is as long', '+49 30 123456'],
    ['an order number', 'AB123456'],
    ['a number with a suffix', '123456X'],
    ['an amount', '123456.50'],
    ['an amount with a comma', '0,123456'],
    ['words', 'I did not get a code'],
    ['a huge text', '123456 '.repeat(2000)],
  ] as const)('none in %s', ([, text]) => {
    expect(readCode(text, digits)).toBeNull();
  });

  test('of another length', () => {
    expect(readCode('Your code: 1234 5678', { ...digits, length: 8 })).toBe('12345678');
    expect(readCode('1234', { ...digits, length: 4 })).toBe('1234');
  });

  test.for([
    ['A1B2C3', 'A1B2C3'],
    ['A1B 2C3', 'A1B2C3'],
    ['a1b-2c3', 'a1b2c3'],
    ['ABCDEF', 'ABCDEF'],
    ['Your code: A1B2C3.', 'A1B2C3'],
    ['Ｙｏｕｒ　ｃｏｄｅ：Ａ１Ｂ２Ｃ３', 'A1B2C3'],
    ['A1B2C3A1B2C3', 'A1B2C3'],
    ['Please type nothing', null],
    ['A1B2C3 or D4E5F6', null],
  ] as const)('with letters in it: %s', ([text, code]) => {
    expect(readCode(text, words)).toBe(code);
  });

  test('and what is no text is the caller’s mistake', () => {
    expect(() => readCode(123456 as never, digits)).toThrow(new TypeError('submit: text must be a string'));
  });
});

describe('a field keeps what can be part of a code', () => {
  test.for([
    ['a mark behind digits', '12345.', 6, '12345', 5],
    ['a letter in the middle', '12x345', 3, '12345', 2],
    ['a dash between groups', '123-456', 7, '123456', 6],
    ['full-width digits', '１２３４', 4, '1234', 4],
    ['a mark of direction', '\u200e123', 4, '123', 3],
    ['a digit more at the end', '1234567', 7, '123456', 6],
    ['a digit more in the middle', '1293456', 3, '123456', 2],
    ['nothing of a word', 'code', 4, '', 0],
  ] as const)('and its caret: %s', ([, typed, caret, text, at]) => {
    expect(keepCode(typed, caret, digits)).toMatchObject({ text, caret: at });
  });

  test('letters too, where codes have them, and tells separators from words', () => {
    expect(keepCode('aB-12', 5, words)).toEqual({ text: 'aB12', caret: 4, isAll: true });
    expect(keepCode('1 2\u20133', 5, digits).isAll).toBe(true);
    expect(keepCode('12 or 3', 7, digits).isAll).toBe(false);
  });
});
