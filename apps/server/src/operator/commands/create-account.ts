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
  summary: 'makes an account with its holder',
  usage: 'LOGIN [--name NAME] [--roles ROLE,...] [--language LANGUAGE] [--dealer ACCOUNT]',
  help: `The password is asked for, or read as a line from standard input.

  --name NAME          the account's name; by default the login
  --roles ROLE,...     functions that it has, without end; "all": every one; by default those of accounts that register
  --language LANGUAGE  ${LANGUAGES.join(' or ')}; by default ${LANGUAGES[0]}
  --dealer ACCOUNT     the account that sells to it, whose looks it has until it has its own

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
    if (language === undefined) throw new UsageError(`--language: ${LANGUAGES.join(' or ')}`);
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
      print(`The account ${login} is made`);
    };
  },
};
