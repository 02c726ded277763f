import { MailServer } from '@wakeline/server/testing/mail-server';
import { test as journey } from './journey.ts';
import { ServerProcess } from './server.ts';

/** A server that sends e-mail. */
export const test = journey.extend<object, { mails: MailServer; mailingServer: ServerProcess }>({
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const mails = await MailServer.start();
      await use(mails);
      await mails.stop();
    },
    { scope: 'worker' },
  ],
  mailingServer: [
    async ({ mails }, use) => {
      const server = await ServerProcess.start({
        WAKELINE_SMTP_URL: mails.url,
        WAKELINE_SMTP_FROM: 'Wakeline <wakeline@harbour.example>',
      });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  server: async ({ mailingServer }, use) => await use(mailingServer),
});
