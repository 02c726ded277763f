import type { Language } from '@wakeline/contract/entities/user-config';
import type { Db } from '../../db/database.ts';
import { resolveBranding } from './branding.ts';

/** System name on the page of a link code; the product's name for a missing or unknown code. */
export async function readSysName(db: Db, linkCode: string | undefined, language: Language): Promise<string> {
  const account =
    linkCode === undefined
      ? undefined
      : await selectBranding(db).where('account.link_code', '=', linkCode).executeTakeFirst();
  return sysNameOf(account, language);
}

/** System name of the account whose user has this phone; null if no user has it. */
export async function readSysNameOfPhone(db: Db, phone: string, language: Language): Promise<string | null> {
  const account = await selectBranding(db)
    .innerJoin('app_user', 'app_user.account_id', 'account.account_id')
    .where('app_user.phone', '=', phone)
    .executeTakeFirst();
  return account === undefined ? null : sysNameOf(account, language);
}

/** System name of an account. */
export async function readSysNameOfAccount(db: Db, accountId: number, language: Language): Promise<string> {
  return sysNameOf(
    await selectBranding(db).where('account.account_id', '=', accountId).executeTakeFirst(),
    language,
  );
}

function selectBranding(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('account as dealer', 'dealer.account_id', 'account.dealer_id')
    .select(['account.branding', 'dealer.branding as dealer_branding']);
}

type BrandingRow = Awaited<ReturnType<ReturnType<typeof selectBranding>['execute']>>[number];

function sysNameOf(account: BrandingRow | undefined, language: Language): string {
  // Picture URLs are irrelevant for the name.
  const options = { language, addressOf: (fileId: string) => fileId };
  return resolveBranding(account?.branding, account?.dealer_branding, options).sysName;
}
