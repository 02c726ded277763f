import { NamedError } from '@wakeline/contract/errors';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { groupHandlers } from './groups/groups.handlers.ts';
import { noticeHandlers } from './notices/notices.handlers.ts';
import { panelHandlers } from './panels/panels.handlers.ts';
import { settingsHandlers } from './settings/settings.handlers.ts';
import { readSettings } from './settings/settings.ts';
import { signInHandlers } from './sign-in/sign-in.handlers.ts';
import { trackerHandlers } from './trackers/trackers.handlers.ts';
import { trackHandlers } from './tracks/tracks.handlers.ts';

/** What the handlers work with. */
export interface HandlerParts {
  readonly database: Database;
  /** Port that devices report to, by protocol; a server that takes no reports has none. */
  readonly devicePorts: Readonly<Record<string, number>>;
}

/** What carries out every operation of the contract: a missing one does not compile. */
export function allHandlers({ database, devicePorts }: HandlerParts): Handlers {
  const { db } = database;
  return {
    ...pending(),
    ...groupHandlers(db),
    ...noticeHandlers(db),
    ...settingsHandlers(db, devicePorts),
    ...panelHandlers(db),
    ...signInHandlers(db, (userId, now) => readSettings(db, userId, now)),
    ...trackerHandlers(db),
    ...trackHandlers(database),
  };
}

const PENDING = [
  'activatePlugins',
  'allPluginProducts',
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
  'editNoticeConf',
  'editSubEobUser',
  'editUserConfig',
  'endSession',
  'endTwoFactor',
  'exportAuditLog',
  'getSignParam',
  'queryAllSubEobUser',
  'queryAllTaskProgress',
  'queryAuditLog',
  'queryNoticeConf',
  'querySecurity',
  'querySessions',
  'queryTokens',
  'queryUpdateLog',
  'readUpdateLog',
  'register',
  'resetPd',
  'sendLoginCode',
  'switchStatusNotice',
  'updateIsRead',
  'uploadPicture',
] as const satisfies readonly (keyof Handlers)[];

function pending(): Pick<Handlers, (typeof PENDING)[number]> {
  const refuse = async () => {
    throw new NamedError('internal');
  };
  return Object.fromEntries(PENDING.map((name) => [name, refuse])) as never;
}
