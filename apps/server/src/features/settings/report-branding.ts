import { buffer } from 'node:stream/consumers';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { fileIdOf, storedPicture } from '../../files/stored-picture.ts';
import type { ReportBranding } from '../../report-files/pdf/pdf-content.ts';
import { resolveBranding } from './branding.ts';

/** Twice the size at which a logo is printed, at 150 dots per inch. */
const LOGO_BOX = { width: 625, height: 125 };

/** The branding of an account for printed files. A logo that is only an address elsewhere is not fetched. */
export async function readReportBranding(
  { db, files }: { readonly db: Db; readonly files: Pick<Files, 'find' | 'open'> },
  accountId: number,
  language: Language,
): Promise<ReportBranding> {
  const row = await db
    .selectFrom('account')
    .leftJoin('account as dealer', 'dealer.account_id', 'account.dealer_id')
    .where('account.account_id', '=', accountId)
    .select(['account.branding', 'dealer.branding as dealer_branding'])
    .executeTakeFirstOrThrow();
  const { sysName, logoUrl, themeColor } = resolveBranding(row.branding, row.dealer_branding, {
    language,
    addressOf: (fileId) => storedPicture(fileId),
  });
  return {
    systemName: sysName,
    themeColor,
    logo: logoUrl === null ? null : await readLogo(files, fileIdOf(logoUrl)),
  };
}

/** The logo as PNG; null if this server does not have it. */
async function readLogo(
  files: Pick<Files, 'find' | 'open'>,
  fileId: string | null,
): Promise<Uint8Array | null> {
  const stored = fileId === null ? null : await files.find(fileId);
  const content = stored === null ? null : await files.open(stored);
  if (content === null) return null;
  const bytes = await buffer(content);
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
