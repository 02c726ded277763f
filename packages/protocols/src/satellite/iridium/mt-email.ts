import { SBD_LIMITS } from '@wakeline/domain/satellite/sbd-text';
import { isImeiText } from './elements.ts';

/** An e-mail that sends a message to devices. Its text is empty: the gateway ignores it. */
export interface MtEmail {
  readonly to: string;
  readonly subject: string;
  readonly attachment: { readonly name: string; readonly content: Uint8Array };
}

const ADDRESS = 'data@sbd.iridium.com';
const MAX_RECEIVERS = 4;
const MAX_PAYLOAD = SBD_LIMITS.toDevice.protocol;

/**
 * Composes the e-mail for a message to 1 to 4 devices (section 7.1 of the guide): IMEIs in the subject, separated by a
 * space, payload attached as `.sbd`. `id` names the attachment: letters, digits and hyphens, at most 64. Throws a
 * RangeError if something is not valid.
 */
export function composeMtEmail(id: string, imeis: readonly string[], payload: Uint8Array): MtEmail {
  if (imeis.length < 1 || imeis.length > MAX_RECEIVERS) throw new RangeError('1 to 4 devices per e-mail');
  if (!imeis.every(isImeiText)) throw new RangeError('an IMEI has 15 digits');
  if (payload.length < 1 || payload.length > MAX_PAYLOAD) throw new RangeError('1 to 1,890 bytes');
  if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) throw new RangeError('letters, digits and hyphens');
  return { to: ADDRESS, subject: imeis.join(' '), attachment: { name: `${id}.sbd`, content: payload } };
}

/** What the gateway responds to such an e-mail, for one device. */
export interface MtNotice {
  /** Null if the gateway names none. */
  readonly imei: string | null;
  /** Name of the attachment: identifies the message. */
  readonly attachment: string | null;
  /** Of a queued message: its MTMSN and its place in the queue. */
  readonly queued: { readonly mtmsn: number; readonly place: number } | null;
  /** Of a refused one, as the gateway writes it. */
  readonly reason: string | null;
}

const MAX_TEXT = 4_096;
const MAX_REASON = 200;

/** Decodes the disposition notification of the gateway (section 7.1.2 of the guide); null if the e-mail is none. */
export function decodeMtNotice(subject: string, text: string): MtNotice | null {
  if (!/^(Error: )?SBD Mobile[- ]Terminated Message (Not )?Queued for Unit\b/i.test(subject)) return null;
  const start = text.slice(0, MAX_TEXT);
  const queued = /MTMSN is (\d{1,5}), and the message is number (\d{1,2}) in the queue/i.exec(start);
  const imei = /IMEI:\s*(\d{15})\b/i.exec(start)?.[1] ?? null;
  const attachment = /Attachment Filename:\s*(\S{1,80})/i.exec(start)?.[1] ?? null;
  const reason = /Reason:\s*([\s\S]{1,1000})/i.exec(start)?.[1]?.replace(/\s+/g, ' ').trim();
  return {
    imei,
    attachment,
    queued: queued === null ? null : { mtmsn: Number(queued[1]), place: Number(queued[2]) },
    reason: queued !== null ? null : (reason?.slice(0, MAX_REASON) ?? 'no reason given'),
  };
}
