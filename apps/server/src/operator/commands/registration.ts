import type { Role } from '@wakeline/contract/roles';
import { sendEvent } from '../../db/notify.ts';
import { REGISTRATION_ROLES_SETTING, REGISTRATION_SETTING } from '../../identity/registration.ts';
import { type Command, type CommandContext, readArguments } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { recordOperator } from '../record.ts';
import { saveSetting } from '../server-setting.ts';
import { parseRoles, ROLE_NAMES } from '../values.ts';

export const registrationCommand: Command = {
  summary: 'Open or close registration',
  usage: 'open|closed [--link-code CODE] [--roles ROLE,...]',
  help: `  --link-code CODE  change only the branded page of this code, not the default page
  --roles ROLE,...  functions of accounts that register from now on; "all" for all functions

Functions:
  ${ROLE_NAMES}`,

  prepare(args) {
    const { values, positionals } = readArguments(
      args,
      { 'link-code': { type: 'string' }, roles: { type: 'string', multiple: true } },
      { min: 1, max: 1 },
    );
    const [state] = positionals;
    if (state !== 'open' && state !== 'closed') throw new UsageError(`${state}: must be open or closed`);
    const roles = values.roles === undefined ? null : parseRoles(values.roles);
    const linkCode = values['link-code'];

    return async (context) => {
      if (linkCode === undefined) await setDefaultPage(context, state === 'open');
      else await setBrandedPage(context, linkCode, state === 'open');
      if (roles !== null) await setRoles(context, roles);
      context.print(`Registration is ${state}${linkCode === undefined ? '' : ` for link code ${linkCode}`}`);
    };
  },
};

function setDefaultPage({ db }: CommandContext, open: boolean): Promise<void> {
  return db.transaction().execute((tx) => saveSetting(tx, REGISTRATION_SETTING, { open }));
}

function setRoles({ db }: CommandContext, roles: readonly Role[]): Promise<void> {
  return db.transaction().execute((tx) => saveSetting(tx, REGISTRATION_ROLES_SETTING, { roles }));
}

async function setBrandedPage({ db, now }: CommandContext, linkCode: string, open: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('account')
      .where('link_code', '=', linkCode)
      .select(['account_id', 'branding'])
      .forUpdate()
      .executeTakeFirst();
    if (account === undefined) throw new CommandError(`${linkCode}: no such link code`);
    const { account_id: accountId, branding } = account;
    await tx
      .updateTable('account')
      .set({ branding: JSON.stringify({ ...branding, isOpenRegister: open ? '1' : '0' }) })
      .where('account_id', '=', accountId)
      .execute();
    await recordOperator(tx, {
      accountId,
      now,
      command: 'registration',
      target: linkCode,
      before: { open: branding.isOpenRegister === '1' },
      after: { open },
    });
    await sendEvent(tx, { type: 'account', accountId });
  });
}
