import type { Language } from '@wakeline/contract/entities/user-config';
import type { Db } from '../../db/database.ts';
import { readBranding } from './branding.ts';

/** Name of the system on the page of a link code; without one, or with one that nobody has, the product's. */
export async function readSysName(db: Db, linkCode: string | undefined, language: Language): Promise<string> {
  const account =
    linkCode === undefined
      ? undefined
      : await brandings(db).where('account.link_code', '=', linkCode).executeTakeFirst();
  return nameOf(account, language);
}

/** Name of the system as the account shows it whose user has this phone; null: nobody has it. */
export async function readSysNameOfPhone(db: Db, phone: string, language: Language): Promise<string | null> {
  const account = await brandings(db)
    .innerJoin('app_user', 'app_user.account_id', 'account.account_id')
    .where('app_user.phone', '=', phone)
    .executeTakeFirst();
  return account === undefined ? null : nameOf(account, language);
}

/** Name of the system as an account shows it. */
export async function readSysNameOfAccount(db: Db, accountId: number, language: Language): Promise<string> {
  return nameOf(await brandings(db).where('account.account_id', '=', accountId).executeTakeFirst(), language);
}

function brandings(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('account as dealer', 'dealer.account_id', 'account.dealer_id')
    .select(['account.branding', 'dealer.branding as dealer_branding']);
}

type Brandings = Awaited<ReturnType<ReturnType<typeof brandings>['execute']>>[number];

function nameOf(account: Brandings | undefined, language: Language): string {
  // A picture has no part in a name.
  const looks = { language, addressOf: (fileId: string) => fileId };
  return readBranding(account?.branding, account?.dealer_branding, looks).sysName;
}
