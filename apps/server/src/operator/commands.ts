import type { Command } from './command.ts';

/** Commands by name, in the order of the help. Loaded on demand: the libraries for pictures and HTML load slowly. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  accounts: async () => (await import('./commands/accounts.ts')).accountsCommand,
  'create-account': async () => (await import('./commands/create-account.ts')).createAccountCommand,
  'reset-password': async () => (await import('./commands/reset-password.ts')).resetPasswordCommand,
  'end-two-factor': async () => (await import('./commands/end-two-factor.ts')).endTwoFactorCommand,
  sessions: async () => (await import('./commands/sessions.ts')).sessionsCommand,
  'end-sessions': async () => (await import('./commands/end-sessions.ts')).endSessionsCommand,
  registration: async () => (await import('./commands/registration.ts')).registrationCommand,
  grant: async () => (await import('./commands/grant.ts')).grantCommand,
  revoke: async () => (await import('./commands/revoke.ts')).revokeCommand,
  'activation-codes': async () => (await import('./commands/activation-codes.ts')).activationCodesCommand,
  'issued-codes': async () => (await import('./commands/issued-codes.ts')).issuedCodesCommand,
  'withdraw-codes': async () => (await import('./commands/withdraw-codes.ts')).withdrawCodesCommand,
  brand: async () => (await import('./commands/brand.ts')).brandCommand,
  dealer: async () => (await import('./commands/dealer.ts')).dealerCommand,
  'sales-contact': async () => (await import('./commands/sales-contact.ts')).salesContactCommand,
  'ground-support': async () => (await import('./commands/ground-support.ts')).groundSupportCommand,
  'sign-secret': async () => (await import('./commands/sign-secret.ts')).signSecretCommand,
  tasks: async () => (await import('./commands/tasks.ts')).tasksCommand,
  'cancel-task': async () => (await import('./commands/cancel-task.ts')).cancelTaskCommand,
  'publish-update': async () => (await import('./commands/publish-update.ts')).publishUpdateCommand,
  updates: async () => (await import('./commands/updates.ts')).updatesCommand,
  'delete-update': async () => (await import('./commands/delete-update.ts')).deleteUpdateCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
};
