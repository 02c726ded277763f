import { NamedError } from '@wakeline/contract/errors';
import type { Database } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import type { Handlers } from '../http/handler.ts';
import { groupHandlers } from './groups/groups.handlers.ts';
import { noticeHandlers } from './notices/notices.handlers.ts';
import { panelHandlers } from './panels/panels.handlers.ts';
import { pluginHandlers } from './plugins/plugins.handlers.ts';
import { settingsHandlers } from './settings/settings.handlers.ts';
import { readSettings } from './settings/settings.ts';
import { signInHandlers } from './sign-in/sign-in.handlers.ts';
import { trackerHandlers } from './trackers/trackers.handlers.ts';
import { trackHandlers } from './tracks/tracks.handlers.ts';

/** What the handlers work with. */
export interface HandlerParts {
  readonly database: Database;
  readonly files: Files;
  /** Port that devices report to, by protocol; a server that takes no reports has none. */
  readonly devicePorts: Readonly<Record<string, number>>;
}

/** What carries out every operation of the contract: a missing one does not compile. */
export function allHandlers({ database, files, devicePorts }: HandlerParts): Handlers {
  const { db } = database;
  return {
    ...pending(),
    ...groupHandlers(db),
    ...noticeHandlers(db),
    ...settingsHandlers({ db, files, devicePorts }),
    ...panelHandlers(db),
    ...pluginHandlers(db),
    ...signInHandlers(db, (userId, now) => readSettings(db, userId, { now, addressOf: files.addressOf })),
    ...trackerHandlers(db),
    ...trackHandlers(database),
  };
}

const PENDING = [
  'beginTwoFactor',
  'bindPhone',
  'changeAllTaskToRead',
  'changePassword',
  'checkResetCode',
  'checkSubUser',
  'confirmTwoFactor',
  'createSubEobUser',
  'createToken',
  'deleteSubEobUser',
  'deleteToken',
  'editSubEobUser',
  'endSession',
  'endTwoFactor',
  'exportAuditLog',
  'getSignParam',
  'queryAllSubEobUser',
  'queryAllTaskProgress',
  'queryAuditLog',
  'querySecurity',
  'querySessions',
  'queryTokens',
  'queryUpdateLog',
  'readUpdateLog',
  'register',
  'resetPd',
  'sendLoginCode',
  'updateIsRead',
] as const satisfies readonly (keyof Handlers)[];

function pending(): Pick<Handlers, (typeof PENDING)[number]> {
  const refuse = async () => {
    throw new NamedError('internal');
  };
  return Object.fromEntries(PENDING.map((name) => [name, refuse])) as never;
}
