import { readFile } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import { acknowledgeAlarm } from '@wakeline/contract/notices/alarms';
import type { ResultOf } from '@wakeline/contract/operation';
import { activatePlugins } from '@wakeline/contract/plugins';
import { queryAuditLog } from '@wakeline/contract/rights/audit';
import { queryAllSubEobUser } from '@wakeline/contract/rights/sub-users';
import type { Role } from '@wakeline/contract/roles';
import { brandingForm, deviceSettingsForm, type queryNoticeConf } from '@wakeline/contract/settings/settings';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { readPicture } from '../../files/picture.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { hasAccess } from '../../identity/access.ts';
import type { Caller } from '../../identity/caller.ts';
import { readRegistration } from '../../identity/registration.ts';
import { resolveBranding } from './branding.ts';
import { changeNoticeConf, selectRules, setStatusPopups } from './notice-conf.ts';
import { PICTURE_FORMS } from './picture-forms.ts';
import { saveAccount } from './save-branding.ts';
import { canEditBranding } from './settings.policy.ts';
import { readSettings, saveLanguage, saveNoticeConf, saveOwnConfig } from './settings.ts';

/** Maximum number of branding pictures per account, including unused ones, which are deleted after a day. */
const MAX_PICTURES = 50;
const DAY_SECONDS = 86_400;

type SettingsOperation =
  | 'loadSysConf'
  | 'queryUserConfig'
  | 'editUserConfig'
  | 'editUserLang'
  | 'uploadPicture'
  | 'queryNoticeConf'
  | 'editNoticeConf'
  | 'switchStatusNotice';

export interface SettingsDependencies {
  readonly db: Db;
  readonly files: Files;
  /** Port that devices report to, by protocol. */
  readonly devicePorts: Readonly<Record<string, number>>;
  /** Whether a user may see devices that belong to no account. */
  readonly canReadUnregistered: (caller: Caller) => boolean;
  readonly canReadFeeds: (caller: Caller) => boolean;
  readonly canManageAccountTasks: (caller: Caller) => boolean;
  readonly canManageDelivery: (caller: Caller) => boolean;
  /** The rules that a user can see, with the types of their notices. */
  readonly readRules: (db: Db, caller: Caller) => Promise<ResultOf<typeof queryNoticeConf>['accountRules']>;
}

/** Branding and user settings. */
export function settingsHandlers({
  db,
  files,
  devicePorts,
  canReadUnregistered,
  canReadFeeds,
  canManageAccountTasks,
  canManageDelivery,
  readRules,
}: SettingsDependencies): Pick<Handlers, SettingsOperation> {
  const { addressOf } = files;
  return {
    async loadSysConf({ t, lang }, _anonymous, call) {
      const language = lang ?? call.language;
      const account =
        t === undefined
          ? undefined
          : await db
              .selectFrom('account')
              .leftJoin('account as dealer', 'dealer.account_id', 'account.dealer_id')
              .select(['account.branding', 'dealer.branding as dealer_branding'])
              .where('account.link_code', '=', t)
              .executeTakeFirst();
      const { open } = await readRegistration(db, t);
      return {
        ...resolveBranding(account?.branding, account?.dealer_branding, { language, addressOf }),
        isOpenRegister: open ? 1 : 0,
        lang: language,
      };
    },

    async queryUserConfig(_payload, caller, { now }) {
      const settings = await readSettings(db, caller.userId, { now, addressOf });
      // A token has only the functions of its scope.
      const hasRole = (role: Role) => caller.roles.includes(role);
      return {
        ...settings.config,
        uid: String(caller.userId),
        username: caller.login,
        permission: caller.permission,
        timeZone: caller.timeZone,
        loginPic: settings.loginPic,
        noticeConf: settings.noticeConf,
        roles: settings.roles.filter(hasRole).map((name) => ({ name })),
        pluginsOrder: settings.pluginsOrder.filter(hasRole).map((key) => ({ key })),
        devicePorts,
        groundSupport: settings.groundSupport,
        plainCoordinates: settings.plainCoordinates,
        movingSpeed: settings.reportSettings.movingSpeed,
        reportSettings: settings.reportSettings,
        abilities: {
          brand: canEditBranding(caller),
          subUsers: hasAccess(queryAllSubEobUser.access, caller),
          audit: hasAccess(queryAuditLog.access, caller),
          plugins: hasAccess(activatePlugins.access, caller),
          unregistered: canReadUnregistered(caller),
          feeds: canReadFeeds(caller),
          accountTasks: canManageAccountTasks(caller),
          alarms: hasAccess(acknowledgeAlarm.access, caller),
          delivery: canManageDelivery(caller),
        },
      };
    },

    async editUserConfig({ uid: _, ...form }, caller, call) {
      const { sysName, logoUrl, loginPic, themeColor, textColor, timeZone, plainCoordinates, ...ownConfig } =
        form;
      const change = { sysName, logoUrl, loginPic, themeColor, textColor, timeZone, plainCoordinates };
      const changesAccount = Object.keys({ ...brandingForm.shape, ...deviceSettingsForm.shape }).some(
        (field) => form[field as keyof typeof change] !== undefined,
      );
      if (changesAccount && !canEditBranding(caller)) throw new NamedError('not-allowed');
      await transactionAs(db, caller, call, async (tx) => {
        if (changesAccount) await saveAccount(tx, files, { caller, call, change });
        if (Object.values(ownConfig).some((value) => value !== undefined))
          await saveOwnConfig(tx, caller.userId, ownConfig);
      });
      return {};
    },

    async editUserLang({ lang }, caller) {
      await db.transaction().execute((tx) => saveLanguage(tx, caller.userId, lang));
      return {};
    },

    async uploadPicture({ use, picture }, caller, call) {
      const { accountId } = caller;
      if ((await files.countPictures(accountId, Object.keys(PICTURE_FORMS))) >= MAX_PICTURES) {
        throw new NamedError('too-many-requests', { seconds: DAY_SECONDS });
      }
      const bytes = await readFile(picture.path);
      const { content, mediaType } = await readPicture(bytes, PICTURE_FORMS[use]);
      const written = await files.write(content);
      await transactionAs(db, caller, call, (tx) =>
        files.record(tx, written, {
          accountId,
          kind: 'picture',
          // No owner: the picture stays when its uploader is deleted.
          userId: null,
          mediaType,
          name: use,
          expiresAt: null,
        }),
      );
      return { url: addressOf(written.fileId) };
    },

    async queryNoticeConf(_payload, caller, { now }) {
      const { noticeConf } = await readSettings(db, caller.userId, { now, addressOf });
      const accountRules = await readRules(db, caller);
      return { ...noticeConf, accountRules: [...accountRules] };
    },

    async editNoticeConf({ uid: _, ...change }, caller) {
      const { rules } = change;
      await db.transaction().execute(async (tx) => {
        const readable = rules === undefined ? [] : await readRules(tx, caller);
        const visible = new Set(readable.map(({ ruleId }) => ruleId));
        await saveNoticeConf(tx, caller.userId, (conf) =>
          changeNoticeConf(conf, { ...change, rules: rules && selectRules(rules, conf, visible) }),
        );
      });
      return {};
    },

    async switchStatusNotice({ isOpen }, { userId }) {
      await db
        .transaction()
        .execute((tx) => saveNoticeConf(tx, userId, (conf) => setStatusPopups(conf, isOpen === 1)));
      return {};
    },
  };
}
