import type { Language } from '@wakeline/contract/entities/user-config';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../../audit/record.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import {
  findLink,
  LINK_PATH,
  type LinkPurpose,
  type OpenLink,
  takeLink,
} from '../../delivery/address-links.ts';
import { confirmRecipient, nameOf, unsubscribeRecipient } from '../../delivery/recipients.ts';
import { addressOf } from '../../http/address.ts';
import { languageOf } from '../../http/language.ts';
import type { Routes } from '../../http/routes.ts';
import { addressPage, type PageState } from './address-page.ts';

const MAX_BODY_BYTES = 4_096;
/** A link is a credential: it must not be stored, indexed, or sent to other sites. */
const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
} as const;

interface AddressLinkEdge {
  readonly db: Db;
  readonly clock: Clock;
  /** Name of the system for an account. */
  readonly readSysName: (accountId: number, language: Language) => Promise<string>;
}

/**
 * Serves the links in e-mails: `{prefix}/mail/unsubscribe/{token}` and `{prefix}/mail/confirm/{token}`. GET displays a page
 * with a button, because mail programs and scanners open links automatically; only POST changes anything. The POST of a mail
 * program needs no page (RFC 8058).
 */
export function serveAddressLinks({ db, clock, readSysName }: AddressLinkEdge): Routes {
  return async (fastify, { prefix, checkRate }) => {
    async function send(
      request: FastifyRequest,
      reply: FastifyReply,
      { purpose, link, state }: Omit<Page, 'purpose'> & { readonly purpose: LinkPurpose },
    ): Promise<FastifyReply> {
      const language = languageFor(link, request);
      const sysName = link === null ? null : await readSysName(link.recipient.account_id, language);
      const email = link?.recipient.email ?? '';
      return reply
        .code(state === 'invalid' ? 404 : 200)
        .headers(HEADERS)
        .type('text/html; charset=utf-8')
        .send(addressPage({ purpose, state, language, sysName, email }));
    }

    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // The token says everything; bodies of any type are accepted and ignored.
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
        done(null, body),
      );
      scope.addHook('onRequest', checkRate);
      for (const purpose of ['unsubscribe', 'confirm'] as const) {
        const path = `${prefix}${LINK_PATH}/${purpose}/:token`;
        scope.get<{ Params: { token: string } }>(path, async (request, reply) => {
          const link = await findLink(db, purpose, request.params.token, clock.now());
          return send(request, reply, { purpose, link, state: stateOf(purpose, link) });
        });
        scope.post<{ Params: { token: string } }>(
          path,
          { bodyLimit: MAX_BODY_BYTES },
          async (request, reply) => {
            const origin = { now: clock.now(), address: addressOf(request) };
            const link = await apply(purpose, request.params.token, origin);
            return send(request, reply, { purpose, link, state: link === null ? 'invalid' : 'done' });
          },
        );
      }
    });
  };

  /** Does what the owner of the address wants; null: the link is not valid. */
  function apply(
    purpose: LinkPurpose,
    token: string,
    origin: { readonly now: number; readonly address: string },
  ): Promise<OpenLink | null> {
    return db.transaction().execute(async (tx) => {
      const link = await takeLink(tx, purpose, token, origin.now);
      if (link === null) return null;
      const { recipient } = link;
      const { recipient_id: recipientId, account_id: accountId } = recipient;
      // Mail programs repeat the request, and a repetition is no change.
      if (purpose === 'unsubscribe' && recipient.email_unsubscribed_at !== null) return link;
      if (purpose === 'unsubscribe') await unsubscribeRecipient(tx, recipientId, origin.now);
      else await confirmRecipient(tx, recipientId, 'email', origin.now);
      const name = nameOf(recipient);
      await recordAudit(tx, { accountId, userId: null, login: name }, origin, {
        action: purpose === 'unsubscribe' ? 'unsubscribed' : 'confirmAddress',
        target: name,
        after: { channel: 'email' },
      });
      await sendEvent(tx, { type: 'changed', what: 'deliveries', accountId, userId: null });
      return link;
    });
  }
}

interface Page {
  readonly purpose: LinkPurpose;
  readonly link: OpenLink | null;
  readonly state: PageState;
}

function stateOf(purpose: LinkPurpose, link: OpenLink | null): PageState {
  if (link === null) return 'invalid';
  const isDone = purpose === 'unsubscribe' && link.recipient.email_unsubscribed_at !== null;
  return isDone ? 'done' : 'open';
}

/** Of a contact their own; of others that of their browser. */
function languageFor(link: OpenLink | null, request: FastifyRequest): Language {
  return link?.recipient.kind === 'contact'
    ? link.recipient.language
    : languageOf(request.headers['accept-language']);
}
