import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_ERRORS, COMMON_ERRORS, ERRORS, type ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { REFUSALS, serverMessage } from '@wakeline/contract/live/messages';
import { CODE_TYPES } from '@wakeline/contract/sign-in';
import { expect, test } from 'vitest';
import { MAX_ENTRIES } from '../audit/retention.ts';
import { NOTICE_TTL_MS } from '../features/notices/select-notices.ts';
import {
  MAX_ADDRESS_CODES_PER_HOUR,
  MAX_PHONE_CODES_PER_DAY,
  MAX_REGISTRATION_CODES_PER_HOUR,
} from '../identity/codes.ts';
import {
  LOCKOUT_WINDOW_MS,
  MAX_ADDRESS_FAILURES,
  MAX_LOGIN_FAILURES,
  MAX_LOGIN_FAILURES_ANYWHERE,
} from '../identity/lockout.ts';
import { MAX_SESSIONS_PER_USER, SESSION_IDLE_MS, SESSION_TTL_MS } from '../identity/session.ts';
import { TRAFFIC_INTERVAL_MS } from '../live/limits.ts';
import { MAX_BYTES_PER_USER, MAX_TOTAL_BYTES } from './bytes-in-flight.ts';
import { MAX_BODIES_PER_ADDRESS } from './concurrent-calls.ts';
import { MAX_CALLS_PER_MINUTE } from './rate.ts';
import { BODY_TIMEOUT_MS } from './service.ts';

/** Checks docs/api.md against the code. */
const page = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');
const prose = page.replace(/\s+/g, ' ');

function errorsMetBy(name: ErrorName): string {
  const common: readonly ErrorName[] = COMMON_ERRORS;
  const caller: readonly ErrorName[] = CLIENT_ERRORS;
  if (common.includes(name)) return 'any operation';
  return caller.includes(name) ? 'the client itself' : 'operations that list it';
}

test('lists the errors of the contract', () => {
  const rows = (Object.keys(ERRORS) as ErrorName[]).map((name) => {
    return `| \`${name}\` | ${ERRORS[name].code} | ${ERRORS[name].en} | ${errorsMetBy(name)} |`;
  });
  const table = page.slice(page.indexOf('## Errors')).trim().split('\n').slice(4);
  expect(table).toEqual(rows);
});

test('lists every server message and every reason to refuse a console', () => {
  for (const { shape } of serverMessage.options) expect(page).toContain(`\`${shape.type.value} {`);
  for (const refusal of REFUSALS) expect(page).toContain(`\`${refusal}\``);
});

test('has the numbers of the code', () => {
  const DAY = 86_400_000;
  expect(prose).toContain(
    `after ${SESSION_IDLE_MS / DAY} days without use, and after ${SESSION_TTL_MS / DAY} days in any case. A user has at most ${MAX_SESSIONS_PER_USER} sessions`,
  );
  expect(prose).toContain(
    `after ${MAX_LOGIN_FAILURES} wrong passwords for a login from one address, or ${MAX_ADDRESS_FAILURES} from an address`,
  );
  expect(prose).toContain(`After ${MAX_LOGIN_FAILURES_ANYWHERE} for a login it applies everywhere`);
  expect(prose).toContain(`within ${LOCKOUT_WINDOW_MS / 60_000} minutes`);
  expect(prose).toContain(`Valid for ${LIMITS.signatureTtlSeconds} seconds`);
  expect(prose).toContain(`above ${LIMITS.bodyBytes / 1_024} KiB, or what the operation declares`);
  expect(prose).toContain(`more than ${LIMITS.bodyDepth} deep`);
  expect(prose).toContain(`${LIMITS.formFields} fields`);
  expect(prose).toContain(`${LIMITS.multipartParts} parts`);
  expect(prose).toContain(
    `${MAX_BYTES_PER_USER / 1_048_576} MiB of a user, ${MAX_TOTAL_BYTES / 1_048_576} MiB in all`,
  );
  expect(prose).toContain(`nothing of a body for ${BODY_TIMEOUT_MS / 1_000} seconds`);
  expect(prose).toContain(`of at most ${LIMITS.pictureBytes / 1_048_576} MiB`);
  expect(prose).toContain(`each ${LIMITS.heartbeatMs / 1000} s`);
  expect(prose).toContain(`a user may have ${LIMITS.socketsPerUser}:`);
  expect(prose).toContain(
    `| ${LIMITS.instructionDevices}; ${LIMITS.instructionsWaitingPerAccount}, ${LIMITS.instructionTemplatesPerAccount}; ${LIMITS.instructionSeconds}; ${LIMITS.tickedInstructions}; ${LIMITS.replayInstructions} |`,
  );
  expect(prose).toContain(`| ${LIMITS.mediaBytesPerAccount / 1024 ** 3} GiB, ${LIMITS.tickedMedia} |`);
  expect(prose).toContain(
    `| ${LIMITS.recipientsPerAccount}, ${LIMITS.subscriptionsPerAccount}; ${LIMITS.subscriptionRules}, ${LIMITS.subscriptionGroups}, ${LIMITS.subscriptionTrackers}; ${LIMITS.escalateMinutes}; ${LIMITS.tickedDeliveries} |`,
  );
  expect(prose).toContain(`| ${LIMITS.forwardTargetsPerAccount} |`);
  expect(prose).toContain(`| ${LIMITS.communicationAccounts}, ${LIMITS.communicationAccountsPerCall} |`);
  expect(prose).toContain(
    `| ${LIMITS.satelliteReceivers}, ${LIMITS.satelliteText}, ${LIMITS.satelliteParts}; ${LIMITS.satelliteWaiting}; ${LIMITS.satelliteMessagesPage} |`,
  );
  expect(prose).toContain(`| ${LIMITS.satelliteBatch}; ${LIMITS.satelliteExport} |`);
  expect(prose).toContain(
    `| ${LIMITS.satelliteContacts}, ${LIMITS.satelliteTemplates}; ${LIMITS.satelliteQuota}; ${LIMITS.satelliteBindMinutes} |`,
  );
  expect(prose).toContain(`| ${LIMITS.addressCodesPerHour}, ${LIMITS.testMessagesPerHour} |`);
  expect(prose).toContain(`kept for ${NOTICE_TTL_MS / DAY} days`);
  expect(prose).toContain(`merged over ${TRAFFIC_INTERVAL_MS} ms, at most ${LIMITS.trafficObjects}`);
});

test('has the limits of the code', () => {
  const section = page.slice(page.indexOf('## Limits'), page.indexOf('## Live'));
  const { [CODE_TYPES.login]: toSignIn, ...otherPurposes } = MAX_PHONE_CODES_PER_DAY;
  const MIB = 1_048_576;
  const others = [...new Set(Object.values(otherPurposes))].join();
  const rows = [
    `| ${LIMITS.trackersPerAccount}, ${LIMITS.groupsPerAccount}, ${LIMITS.subUsersPerAccount}, ${LIMITS.panelsPerAccount} |`,
    `| ${LIMITS.groupDepth}, ${LIMITS.iconsPerAccount}, ${LIMITS.visibilityEntries}, ${LIMITS.visibilityTrackers} |`,
    `| own device models of an account; models returned by \`queryAllModels\` | ${LIMITS.modelsPerAccount}, ${LIMITS.modelsInUse} |`,
    `| ${LIMITS.feedsPerAccount}, ${LIMITS.feedSenders}; ${LIMITS.feedObjects}, ${LIMITS.trafficObjects} |`,
    `| ${LIMITS.peoplePerAccount}, ${LIMITS.peoplePerCall}; ${LIMITS.unusedPersonPhotos} |`,
    `| ${LIMITS.batchTrackers}, ${LIMITS.pageSize} |`,
    `| ${LIMITS.tickedTrackers}, more are selected by a filter; ${LIMITS.renewalMonths} |`,
    `| ${LIMITS.tickedNotices}, ${LIMITS.filteredTrackers}; ${LIMITS.noticesAtOnce}; ${LIMITS.alarmSteps} |`,
    `| ${LIMITS.sharesPerUser}, ${LIMITS.shareTrackers}, ${LIMITS.shareBackMinutes} minutes, `,
    `| trackers of one \`queryTrails\`, positions of each | ${LIMITS.trailTrackers}, ${LIMITS.trailPoints} |`,
    `| days of one \`queryDeviceEvents\` | ${LIMITS.eventDays} |`,
    `| ${LIMITS.replayDays}, ${LIMITS.manyReplayDays}; ${LIMITS.replayTrackers}; ${LIMITS.coarsePoints}, ${LIMITS.replyPoints}; ${LIMITS.chartPoints}; ${LIMITS.replayNotices} |`,
    `| ${LIMITS.reportSchedulesPerAccount}, ${LIMITS.reportSchedulesPerUser}; ${LIMITS.reportRecipients}; ${LIMITS.reportRunsPerHour}; ${LIMITS.reportFiltersPerUser} |`,
    `| ${LIMITS.rulesPerAccount}; ${LIMITS.trackersPerRule}, ${LIMITS.groupsPerRule}, ${LIMITS.fencesPerRule} and ${LIMITS.windowsPerRule} |`,
    `| ${LIMITS.fencesPerAccount} and ${LIMITS.fencePointsPerAccount}; ${LIMITS.labelPointsPerAccount}; ${LIMITS.routesPerAccount} and ${LIMITS.routePointsPerAccount}: `,
    `| ${LIMITS.gpsFileBytes / MIB} MiB, ${LIMITS.gpsFileUnpackedBytes / MIB} MiB, ${LIMITS.gpsFilePoints}, ${LIMITS.routePoints} |`,
    `| ${LIMITS.trackFileBytes / MIB} MiB, ${LIMITS.trackFileUnpackedBytes / MIB} MiB, ${LIMITS.trackFileRows} |`,
    `| ${LIMITS.sheetBytes / MIB} MiB, ${LIMITS.sheetUnpackedBytes / MIB} MiB, ${LIMITS.sheetRows} and ${LIMITS.sheetColumns}, ${LIMITS.sheetPreviewRows} |`,
    `| ${LIMITS.tokensPerUser} |`,
    `| ${LIMITS.openTasks}, ${LIMITS.tasksPerHour}; ${LIMITS.resultsPerUser} and ${LIMITS.resultBytesPerUser / MIB / 1_024} GiB; all are kept for ${LIMITS.taskDays} days |`,
    `| one every ${LIMITS.codeWaitSeconds} seconds to a phone; in a day to a phone ${toSignIn} to sign in and ${others} for each other purpose; ${MAX_ADDRESS_CODES_PER_HOUR} an hour from an address; ${MAX_REGISTRATION_CODES_PER_HOUR} an hour to register, from all addresses; valid for ${LIMITS.codeTtlSeconds} seconds and ${LIMITS.codeAttempts} attempts |`,
    `| ${MAX_CALLS_PER_MINUTE} a minute from an address; an IPv6`,
    `| calls of an address with incomplete bodies, uploads of an account | ${MAX_BODIES_PER_ADDRESS}, 1 |`,
    `| ${MAX_ENTRIES} of an account, the newest, and`,
  ];
  for (const row of rows) expect(section).toContain(row);
});

test('names only existing files on the security page', () => {
  const root = join(import.meta.dirname, '../../../..');
  const security = readFileSync(join(root, 'docs/operating/security.md'), 'utf8');
  const named = [...security.matchAll(/`((?:apps|docs|e2e|packages|scripts)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBeGreaterThan(30);
  for (const path of named) expect(existsSync(join(root, path)), path).toBe(true);
});
