import type { MessageStructureObject } from 'imapflow';

/** A part of an e-mail by its number (RFC 3501, 6.4.5). */
export interface MailPart {
  readonly part: string;
  readonly type: 'text/plain' | 'text/html';
}

export interface ChosenParts {
  /** Plain text if there is any; null: there is no text. */
  readonly text: MailPart | null;
  /** Number of the attachment with the extension .sbd; null: there is none. */
  readonly sbd: string | null;
}

/** Parts that are looked at, and how deep they may be nested: an e-mail of a person has a few. */
const MAX_PARTS = 100;
const MAX_DEPTH = 10;

/** Chooses what is read of an e-mail; everything else stays at the mail server. */
export function chooseParts(root: MessageStructureObject): ChosenParts {
  const texts: Partial<Record<MailPart['type'], MailPart>> = {};
  let sbd: string | null = null;
  let count = 0;
  const visit = (node: MessageStructureObject, depth: number): void => {
    count += 1;
    if (count > MAX_PARTS || depth > MAX_DEPTH) return;
    if (node.childNodes !== undefined) {
      for (const child of node.childNodes) visit(child, depth + 1);
      return;
    }
    // The only part of an e-mail has no number in its structure.
    const part = node.part ?? '1';
    const { type } = node;
    const name = node.dispositionParameters?.filename ?? node.parameters?.name ?? '';
    const isAttachment = node.disposition === 'attachment' || name !== '';
    if (!isAttachment && (type === 'text/plain' || type === 'text/html')) texts[type] ??= { part, type };
    if (/\.sbd$/i.test(name)) sbd ??= part;
  };
  visit(root, 0);
  return { text: texts['text/plain'] ?? texts['text/html'] ?? null, sbd };
}
