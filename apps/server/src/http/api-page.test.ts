import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLER_ERRORS, COMMON_ERRORS, ERRORS, type ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { REFUSALS, serverMessage } from '@wakeline/contract/live/messages';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { expect, test } from 'vitest';
import { MOST_ENTRIES } from '../audit/retention.ts';
import { NOTICE_LIFE_MS } from '../features/notices/notices.queries.ts';
import { ADDRESS_CODES_AN_HOUR, PHONE_CODES_A_DAY, REGISTRATION_CODES_AN_HOUR } from '../identity/codes.ts';
import {
  ADDRESS_FAILURES,
  LOCKOUT_WINDOW_MS,
  LOGIN_FAILURES,
  LOGIN_FAILURES_ANYWHERE,
} from '../identity/lockout.ts';
import { SESSION_IDLE_MS, SESSION_LIFE_MS, SESSIONS_PER_USER } from '../identity/session.ts';
import { BYTES_OF_ALL, BYTES_PER_USER } from './bytes-in-flight.ts';
import { MOST_BODIES_PER_ADDRESS } from './calls-at-once.ts';
import { CALLS_PER_MINUTE } from './rate.ts';
import { BODY_PATIENCE } from './service.ts';

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
    `after ${SESSION_IDLE_MS / DAY} days without use, and after ${SESSION_LIFE_MS / DAY} days in any case; a user has ${SESSIONS_PER_USER} at`,
  );
  expect(page).toContain(
    `After ${LOGIN_FAILURES} wrong passwords for a login from one address, or ${ADDRESS_FAILURES} from an`,
  );
  expect(page).toContain(`after ${LOGIN_FAILURES_ANYWHERE} for a login it does so everywhere`);
  expect(page).toContain(`within ${LOCKOUT_WINDOW_MS / 60_000} minutes`);
  expect(page).toContain(`Good for ${LIMITS.signLifeSeconds} seconds`);
  expect(page).toContain(`above ${LIMITS.bodyBytes / 1_024} KiB, or what the operation declares`);
  expect(page).toContain(`more than\n${LIMITS.bodyDepth} deep`);
  expect(page).toContain(`${LIMITS.formFields} fields`);
  expect(page).toContain(`${LIMITS.multipartParts} parts`);
  expect(page).toContain(
    `${BYTES_PER_USER / 1_048_576} MiB of a user, ${BYTES_OF_ALL / 1_048_576} MiB in all`,
  );
  expect(page).toContain(`nothing of a body for ${BODY_PATIENCE / 1_000} seconds`);
  expect(page).toContain(`of at most ${LIMITS.pictureBytes / 1_048_576} MiB`);
  expect(page).toContain(`each ${LIMITS.beatMs / 1000} s`);
  expect(page).toContain(`a user may have ${LIMITS.socketsPerUser}:`);
  expect(page).toContain(`kept for ${NOTICE_LIFE_MS / DAY} days`);
});

test('its limits are those of the code', () => {
  const section = page.slice(page.indexOf('## Limits'), page.indexOf('## Live'));
  const { [CODE_TYPES.login]: toSignIn, ...otherPurposes } = PHONE_CODES_A_DAY;
  const others = [...new Set(Object.values(otherPurposes))].join();
  const rows = [
    `| ${LIMITS.trackersPerAccount}, ${LIMITS.groupsPerAccount}, ${LIMITS.subUsersPerAccount}, ${LIMITS.panelsPerAccount} |`,
    `| ${LIMITS.batchTrackers}, ${LIMITS.pageSize} |`,
    `| ${LIMITS.tokensPerUser} |`,
    `| ${LIMITS.tasksPerAccount} and ${LIMITS.resultsPerUser}; they and their results are kept for ${LIMITS.taskDays} days |`,
    `| one each ${LIMITS.codeWaitSeconds} seconds to a phone; a day to a phone ${toSignIn} to sign in and ${others} for each other purpose; ${ADDRESS_CODES_AN_HOUR} an hour from an address; ${REGISTRATION_CODES_AN_HOUR} an hour to register, from all addresses; good for ${LIMITS.codeLifeSeconds} seconds and ${LIMITS.codeTries} tries |`,
    `| ${CALLS_PER_MINUTE} a minute from an address; of IPv6`,
    `| calls of an address whose bodies are on their way, uploads of an account | ${MOST_BODIES_PER_ADDRESS}, 1 |`,
    `| ${MOST_ENTRIES} of an account, the newest, and`,
  ];
  for (const row of rows) expect(section).toContain(row);
});

test('every file that the page on security names is there', () => {
  const root = join(import.meta.dirname, '../../../..');
  const security = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const named = [...security.matchAll(/`((?:apps|docs|e2e|packages|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(30);
  for (const path of named) expect(existsSync(join(root, path)), path).toBe(true);
});
