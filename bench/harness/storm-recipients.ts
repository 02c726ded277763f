import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Client } from '@wakeline/client/client';
import { MailServer } from '@wakeline/server/testing/mail-server';

const EMAIL = 'duty@harbour.example';

/** A mail server and a web server, and a contact and a program there that get every notice of the account. */
export class StormRecipients {
  /** Webhook requests so far. */
  requests = 0;
  /** Numbers of the notices in them. */
  readonly messageIds: number[] = [];
  readonly #mails: MailServer;
  readonly #webhooks: Server;

  private constructor(mails: MailServer) {
    this.#mails = mails;
    this.#webhooks = createServer(async (request, response) => {
      const { notices } = JSON.parse(await text(request)) as {
        notices: readonly { messageId: number }[];
      };
      this.requests += 1;
      for (const { messageId } of notices) this.messageIds.push(messageId);
      response.end();
    });
  }

  static async start(): Promise<StormRecipients> {
    const recipients = new StormRecipients(await MailServer.start());
    await once(recipients.#webhooks.listen(0, '127.0.0.1'), 'listening');
    return recipients;
  }

  /** Environment of the server that sends to them. */
  get environment(): Readonly<Record<string, string>> {
    return {
      WAKELINE_SMTP_URL: this.#mails.url,
      WAKELINE_SMTP_FROM: 'Wakeline <alerts@harbour.example>',
      WAKELINE_WEBHOOK_NETWORKS: '127.0.0.1',
    };
  }

  /** Mails with notices so far. */
  get mails(): number {
    return this.#mails.to(EMAIL).length - 1;
  }

  /** Adds both to the account, with a confirmed address, and subscribes them. */
  async subscribe(client: Client): Promise<void> {
    const contact = { kind: 'contact', recipientName: 'Duty', language: 'en_US', phone: null } as const;
    const { recipientId } = await client.call('addRecipient', { recipient: { ...contact, email: EMAIL } });
    await client.call('sendAddressCode', { recipientId, channel: 'email' });
    const code = /Your code is (\d{6})\./.exec(await this.#mails.next(EMAIL, 1))?.[1] ?? '';
    await client.call('confirmAddress', { recipientId, channel: 'email', code });
    const { port } = this.#webhooks.address() as AddressInfo;
    const program = { kind: 'webhook', recipientName: 'Dispatch', url: `http://127.0.0.1:${port}/` } as const;
    const hook = await client.call('addRecipient', { recipient: program });
    await subscribe(client, recipientId, 'email');
    await subscribe(client, hook.recipientId, 'webhook');
  }

  async stop(): Promise<void> {
    this.#webhooks.closeAllConnections();
    this.#webhooks.close();
    await this.#mails.stop();
  }
}

/** To all notices, at once. */
async function subscribe(client: Client, recipientId: number, channel: 'email' | 'webhook'): Promise<void> {
  await client.call('addSubscription', {
    recipientId,
    channel,
    msgTypes: [],
    ruleIds: [],
    scope: { type: 'all' },
    quietHours: null,
    digestMinutes: 0,
    escalateMinutes: 0,
    enabled: true,
  });
}
