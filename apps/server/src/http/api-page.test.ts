import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLER_ERRORS, COMMON_ERRORS, ERRORS, type ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { REFUSALS, serverMessage } from '@wakeline/contract/live';
import { expect, test } from 'vitest';
import { NOTICE_LIFE_MS } from '../features/notices/notices.queries.ts';
import { ADDRESS_FAILURES, LOCKOUT_WINDOW_MS, LOGIN_FAILURES } from '../identity/lockout.ts';
import { SESSION_IDLE_MS, SESSION_LIFE_MS } from './session.ts';

/** docs/api.md says what the code does: here it is held to it. */
const page = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');

function metBy(name: ErrorName): string {
  const common: readonly ErrorName[] = COMMON_ERRORS;
  const caller: readonly ErrorName[] = CALLER_ERRORS;
  if (common.includes(name)) return 'any call';
  return caller.includes(name) ? 'the caller by itself' : 'calls that name it';
}

test('the table of failures is that of the contract', () => {
  const rows = (Object.keys(ERRORS) as ErrorName[]).map((name) => {
    return `| \`${name}\` | ${ERRORS[name].code} | ${ERRORS[name].en} | ${metBy(name)} |`;
  });
  const table = page.slice(page.indexOf('## Failures')).trim().split('\n').slice(4);
  expect(table).toEqual(rows);
});

test('every message of the server and every reason to refuse is in it', () => {
  for (const { shape } of serverMessage.options) expect(page).toContain(`\`${shape.type.value} {`);
  for (const refusal of REFUSALS) expect(page).toContain(`\`${refusal}\``);
});

test('its numbers are those of the code', () => {
  const DAY = 86_400_000;
  expect(page).toContain(
    `after ${SESSION_IDLE_MS / DAY} days without use, and after ${SESSION_LIFE_MS / DAY} days`,
  );
  expect(page).toContain(
    `After ${LOGIN_FAILURES} wrong passwords for a login, or ${ADDRESS_FAILURES} from an`,
  );
  expect(page).toContain(`within ${LOCKOUT_WINDOW_MS / 60_000} minutes`);
  expect(page).toContain(`above ${LIMITS.bodyBytes / 1_048_576} MiB`);
  expect(page).toContain(`each ${LIMITS.beatMs / 1000} s`);
  expect(page).toContain(`a user may have ${LIMITS.socketsPerUser}:`);
  expect(page).toContain(`kept for ${NOTICE_LIFE_MS / DAY} days`);
});
