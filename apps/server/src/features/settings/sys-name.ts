import type { Language } from '@wakeline/contract/entities/user-config';
import type { Db } from '../../db/database.ts';
import { readBranding } from './branding.ts';

/** Name of the system on the page of a link code; without one, or with one that nobody has, the product's. */
export async function readSysName(db: Db, linkCode: string | undefined, language: Language): Promise<string> {
  const account =
    linkCode === undefined
      ? undefined
      : await db
          .selectFrom('account')
          .leftJoin('account as dealer', 'dealer.account_id', 'account.dealer_id')
          .where('account.link_code', '=', linkCode)
          .select(['account.branding', 'dealer.branding as dealer_branding'])
          .executeTakeFirst();
  // A picture has no part in a name.
  const looks = { language, addressOf: (fileId: string) => fileId };
  return readBranding(account?.branding, account?.dealer_branding, looks).sysName;
}
