import { expect, test } from 'vitest';
import { createLog, MAX_LINES_PER_MESSAGE, MAX_TEXT_LENGTH, WINDOW_MS } from './log.ts';
import { TestClock } from './testing/test-clock.ts';

function createTestLog() {
  const lines: Record<string, unknown>[] = [];
  const clock = new TestClock(0);
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }, clock);
  return { log, lines, clock };
}

test('writes a message at most a hundred times in ten seconds and counts the rest', () => {
  const { log, lines, clock } = createTestLog();
  for (let call = 0; call < 350; call += 1) log.child({ call }).warn({ url: '/x' }, 'a call failed');
  log.error('something else');
  expect(lines.filter(({ msg }) => msg === 'a call failed')).toHaveLength(MAX_LINES_PER_MESSAGE);
  expect(lines.at(-1)).toMatchObject({ msg: 'something else' });
  clock.advance(WINDOW_MS);
  expect(lines.at(-1)).toMatchObject({
    msg: 'omitted log lines above the rate limit',
    message: 'a call failed',
    leftOut: 250,
  });
  log.warn({ url: '/x' }, 'a call failed');
  expect(lines.at(-1)).toMatchObject({ msg: 'a call failed' });
  const before = lines.length;
  clock.advance(WINDOW_MS);
  expect(lines).toHaveLength(before);
});

test('shares one count between distinct messages after the first thousand', () => {
  const { log, lines, clock } = createTestLog();
  for (let call = 0; call < 5_000; call += 1) log.warn(`message ${call}`);
  expect(lines).toHaveLength(1_000 + MAX_LINES_PER_MESSAGE);
  clock.advance(WINDOW_MS);
  expect(lines.at(-1)).toMatchObject({ leftOut: 5_000 - 1_000 - MAX_LINES_PER_MESSAGE });
});

test('truncates long fields, messages and errors', () => {
  const { log, lines } = createTestLog();
  const long = 'x'.repeat(16_000);
  log.warn({ url: long, err: new Error(long) }, long);
  expect(JSON.stringify(lines[0]).length).toBeLessThan(5 * MAX_TEXT_LENGTH);
  expect(lines[0]).toMatchObject({ url: `${'x'.repeat(MAX_TEXT_LENGTH)}… (16000 characters)` });
  log.warn({ url: '/short', status: 4 }, 'kept');
  expect(lines[1]).toMatchObject({ url: '/short', status: 4, msg: 'kept' });
});
