import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { createAccount } from '../../identity/create-account.ts';
import { hashDigest, passwordDigest } from '../../identity/password.ts';
import { readRegistrationRoles } from '../../identity/registration.ts';
import { type Command, readArguments } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { findAccount } from '../find-account.ts';
import { readNewPassword } from '../read-password.ts';
import { recordOperator } from '../record.ts';
import { parseRoles, parseText, ROLE_NAMES } from '../values.ts';

export const createAccountCommand: Command = {
  summary: 'Create an account with its holder',
  usage: 'LOGIN [--name NAME] [--roles ROLE,...] [--language LANGUAGE] [--dealer ACCOUNT]',
  help: `Prompts for the password, or reads it as one line from standard input.

  --name NAME          name of the account (default: the login)
  --roles ROLE,...     functions of the account, without end date; "all" for all functions (default: those of new registrations)
  --language LANGUAGE  ${LANGUAGES.join(' or ')} (default: ${LANGUAGES[0]})
  --dealer ACCOUNT     the account's dealer, whose branding it uses until it has its own

Functions:
  ${ROLE_NAMES}`,

  async prepare(args, input) {
    const { values, positionals } = readArguments(
      args,
      {
        name: { type: 'string' },
        roles: { type: 'string', multiple: true },
        language: { type: 'string' },
        dealer: { type: 'string' },
      },
      { min: 1, max: 1 },
    );
    const login = parseText('login', positionals[0] ?? '', LIMITS.loginName);
    const name = values.name === undefined ? login : parseText('name', values.name, LIMITS.name);
    const chosen = values.roles === undefined ? null : parseRoles(values.roles);
    const language =
      values.language === undefined ? LANGUAGES[0] : LANGUAGES.find((known) => known === values.language);
    if (language === undefined) throw new UsageError(`--language: must be ${LANGUAGES.join(' or ')}`);
    const passwordHash = await hashDigest(passwordDigest(await readNewPassword(login, input)));

    return async ({ db, now, print }) => {
      const { dealer } = values;
      const dealerId = dealer === undefined ? null : (await findAccount(db, dealer)).accountId;
      await db.transaction().execute(async (tx) => {
        const roles = chosen ?? (await readRegistrationRoles(tx));
        const created = await createAccount(tx, { login, passwordHash, name, language, roles, dealerId });
        await recordOperator(tx, {
          accountId: created.accountId,
          now,
          command: 'create-account',
          target: login,
          after: { name, roles, dealer: dealer ?? null },
        });
      });
      print(`Created the account ${login}`);
    };
  },
};
