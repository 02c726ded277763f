import { readFile } from 'node:fs/promises';
import { LIMITS } from '@wakeline/contract/limits';
import { SHAPES } from '@wakeline/contract/shapes';
import { difference } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import { PICTURE_FORMS } from '../../features/settings/picture-forms.ts';
import { readPicture } from '../../files/picture.ts';
import { storedPicture } from '../../files/stored-picture.ts';
import { notifyBranding } from '../../identity/notify-branding.ts';
import { type Command, type CommandContext, readArguments } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { withFiles } from '../open-files.ts';
import { recordOperator } from '../record.ts';
import { parseText } from '../values.ts';

/** Options for texts, with their field names in the account's branding. */
const TEXTS = {
  name: 'sysName',
  'theme-color': 'themeColor',
  'text-color': 'textColor',
  'dealer-name': 'dealerName',
  'dealer-contact': 'dealerContact',
} as const;
/** The same for pictures. */
const PICTURES = { logo: 'logo', 'login-picture': 'loginPic' } as const;
const PICTURE_FIELDS = { logo: 'logoUrl', 'login-picture': 'loginPic' } as const;
const FIELDS: Readonly<Record<string, string>> = { ...TEXTS, ...PICTURE_FIELDS };
const LINK_CODE = 'link-code';

type Picture = keyof typeof PICTURES;

export const brandCommand: Command = {
  summary: 'Set the branding of an account and of its login page',
  usage: '--account ACCOUNT [--link-code CODE] [--name TEXT] [--logo FILE] ... [--clear FIELD]...',
  help: `Options that are not given stay unchanged.

  --account ACCOUNT      login of the account's holder
  --link-code CODE       code of the branded login page /login?t=CODE: letters, digits, - and _
  --name TEXT            system name, at most ${LIMITS.sysName} characters
  --logo FILE            logo, PNG or JPEG, at most 4 MB
  --login-picture FILE   picture of the login page, PNG or JPEG, at most 4 MB
  --theme-color COLOR    theme colour, for example #0b5cad
  --text-color COLOR     text colour of the header
  --dealer-name TEXT     sales contact for the accounts that this dealer sells to, at most 64 characters
  --dealer-contact TEXT  phone, email or address of the sales contact, at most 200 characters
  --clear FIELD          remove a value: ${[LINK_CODE, ...Object.keys(FIELDS)].join(', ')}

Pictures are stored as the server does: run this command as the same user, with the same environment.`,

  async prepare(args) {
    const { values } = readArguments(args, {
      account: { type: 'string' },
      'link-code': { type: 'string' },
      name: { type: 'string' },
      logo: { type: 'string' },
      'login-picture': { type: 'string' },
      'theme-color': { type: 'string' },
      'text-color': { type: 'string' },
      'dealer-name': { type: 'string' },
      'dealer-contact': { type: 'string' },
      clear: { type: 'string', multiple: true },
    });
    if (values.account === undefined) throw new UsageError('--account is required');
    const login = values.account;
    const cleared = clearedFields(values.clear ?? []);
    const linkCode = linkCodeOf(values[LINK_CODE]);
    const texts = textsOf(values);
    const pictures = await Promise.all(
      (Object.keys(PICTURES) as Picture[]).map((option) => pictureOf(option, values[option])),
    );
    const given = [linkCode, ...Object.keys(texts), ...pictures, ...cleared].filter((one) => one != null);
    if (given.length === 0) throw new UsageError('nothing to change: no option given');

    return async (context) => {
      const { accountId } = await findAccount(context.db, login);
      await context.db.transaction().execute(async (tx) => {
        const chosen: Record<string, string> = { ...texts };
        for (const picture of pictures) {
          if (picture !== null) chosen[picture.field] = await storePicture(tx, context, accountId, picture);
        }
        await applyChange(tx, { accountId, login, now: context.now, linkCode, chosen, cleared });
      });
      context.print(`Changed the branding of ${login}`);
    };
  },
};

function clearedFields(names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const field = name === LINK_CODE ? LINK_CODE : FIELDS[name];
    if (field !== undefined) return field;
    throw new UsageError(`--clear: ${name} is not one of ${[LINK_CODE, ...Object.keys(FIELDS)].join(', ')}`);
  });
}

function linkCodeOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text)) {
    throw new UsageError(`--${LINK_CODE}: ${JSON.stringify(text)} can contain only letters, digits, - and _`);
  }
  return text;
}

function textsOf(values: { readonly [Option in keyof typeof TEXTS]?: string | undefined }) {
  const maxLengths = { name: LIMITS.sysName, 'dealer-name': 64, 'dealer-contact': 200 };
  const texts: Record<string, string> = {};
  for (const option of ['theme-color', 'text-color'] as const) {
    const color = values[option];
    if (color === undefined) continue;
    if (!SHAPES.color.isValid(color)) throw new UsageError(`--${option}: ${SHAPES.color.messages.en_US}`);
    texts[TEXTS[option]] = color.toLowerCase();
  }
  for (const option of ['name', 'dealer-name', 'dealer-contact'] as const) {
    const text = values[option];
    if (text !== undefined) texts[TEXTS[option]] = parseText(option, text, maxLengths[option]);
  }
  return texts;
}

interface GivenPicture {
  readonly use: (typeof PICTURES)[Picture];
  readonly field: string;
  readonly content: Buffer;
  readonly mediaType: string;
}

async function pictureOf(option: Picture, file: string | undefined): Promise<GivenPicture | null> {
  if (file === undefined) return null;
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`--${option}: ${file} cannot be read: ${error.code ?? error.message}`);
  });
  const use = PICTURES[option];
  return { use, field: PICTURE_FIELDS[option], ...(await readPicture(bytes, PICTURE_FORMS[use])) };
}

/** Stores a picture as if a user of the account had uploaded it. Returns its reference for the branding. */
async function storePicture(
  tx: Tx,
  context: CommandContext,
  accountId: number,
  { use, content, mediaType }: GivenPicture,
): Promise<string> {
  return withFiles(context, async (files) => {
    const written = await files.write(content);
    await files.record(tx, written, {
      accountId,
      kind: 'picture',
      userId: null,
      mediaType,
      name: use,
      expiresAt: null,
    });
    return storedPicture(written.fileId);
  });
}

interface Change {
  readonly accountId: number;
  readonly login: string;
  readonly now: number;
  /** Null: unchanged. */
  readonly linkCode: string | null;
  readonly chosen: Readonly<Record<string, string>>;
  readonly cleared: readonly string[];
}

async function applyChange(
  tx: Tx,
  { accountId, login, now, linkCode, chosen, cleared }: Change,
): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(['branding', 'link_code'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (linkCode !== null) await requireFreeLinkCode(tx, accountId, linkCode);
  const retained = Object.entries(account.branding).filter(([field]) => !cleared.includes(field));
  const branding: Record<string, string> = { ...Object.fromEntries(retained), ...chosen };
  const code = linkCode ?? (cleared.includes(LINK_CODE) ? null : account.link_code);
  await tx
    .updateTable('account')
    .set({ branding: JSON.stringify(branding), link_code: code })
    .where('account_id', '=', accountId)
    .execute();
  const clearedValues = Object.fromEntries(cleared.map((field) => [field, null]));
  const { before, after } = difference(
    { ...account.branding, linkCode: account.link_code },
    { ...clearedValues, ...branding, linkCode: code },
  );
  await recordOperator(tx, {
    accountId,
    now,
    command: 'brand',
    target: login,
    before,
    ...(after === null ? {} : { after }),
  });
  await notifyBranding(tx, accountId);
}

async function requireFreeLinkCode(tx: Tx, accountId: number, linkCode: string): Promise<void> {
  const taken = await tx
    .selectFrom('account')
    .where('link_code', '=', linkCode)
    .where('account_id', '!=', accountId)
    .select('name')
    .executeTakeFirst();
  if (taken !== undefined)
    throw new CommandError(`the link code ${linkCode} is already used by ${taken.name}`);
}
