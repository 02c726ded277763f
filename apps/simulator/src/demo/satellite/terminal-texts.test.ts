import { DEFAULT_CONVENTION, parseTerminalText } from '@wakeline/domain/satellite/convention';
import { splitForTerminal } from '@wakeline/domain/satellite/terminal-parts';
import { expect, test } from 'vitest';
import { COMMUNICATION_ACCOUNTS } from '../account-data/communication-accounts.ts';
import { SATELLITE_CONTACTS } from '../account-data/satellite-people.ts';
import { PHONE_REPLIES, replyTo, TERMINAL_REPORTS } from './terminal-texts.ts';

/** The longest numbers: 21°03'09.4" N, 112°09'35.6" E, 18.52 km/h are 10 knots. */
const STATE = { latitude: 21.05261, longitude: 112.15989, altitude: null, speed: 18.52, course: 254.4 };

test('replies in the language of the question, with the position of the terminal', () => {
  expect(replyTo('请报位', STATE)).toBe('21.0526N 112.1599E，航速10.0节，航向254度。');
  expect(replyTo('Where are you?', STATE)).toBe('21.0526N 112.1599E, 10.0 kn, course 254.');
  expect(replyTo('测试', STATE)).toBe('收到，信号良好。');
  expect(replyTo('Return to port', STATE)).toBe('Received. All well, 10.0 kn.');
});

test('terminals write only what their cards carry in one transmission', () => {
  const questions = ['请报位', '天气', '几点', '测试', '收到', 'position', 'wind', 'ETA', 'test', 'ok'];
  for (const { cardNumber, network, level = null, device } of COMMUNICATION_ACCOUNTS) {
    const reports = TERMINAL_REPORTS[cardNumber] ?? [];
    expect(reports.length > 0, cardNumber).toBe(device !== null);
    const texts = [
      ...reports.map(({ write }) => write(STATE)),
      ...questions.map((text) => replyTo(text, STATE)),
    ];
    for (const text of texts) {
      const split = splitForTerminal(text, { network, level, bits: null }, { urgent: false, maxParts: 10 });
      expect('parts' in split && split.parts.length, text).toBe(1);
    }
  }
});

test('terminals address contacts of the demo, who reply', () => {
  const contacts = SATELLITE_CONTACTS.flatMap(({ number, kind, address }) =>
    number == null ? [] : [{ number, kind, address }],
  );
  const addressed = Object.values(TERMINAL_REPORTS).flatMap((reports) =>
    reports.flatMap(({ write, expectsReply }) => {
      const { type, address } = parseTerminalText(write(STATE), DEFAULT_CONVENTION, contacts);
      return type === 'terminal-to-system' ? [] : [{ type, address, expectsReply }];
    }),
  );
  expect(new Set(addressed.map(({ type }) => type))).toEqual(
    new Set(['terminal-to-weather', 'terminal-to-phone', 'terminal-to-email', 'terminal-to-terminal']),
  );
  for (const { type, address, expectsReply } of addressed) {
    if (type === 'terminal-to-phone') expect(Object.keys(PHONE_REPLIES)).toContain(address);
    expect(expectsReply).toBe(type === 'terminal-to-phone' || type === 'terminal-to-weather');
  }
});
