import type { Unsubscribe } from './channel.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * The lines of a message as an HTML document without styles of its own, which mail programs show as they do text.
 *
 * @param links lines that become links
 * @param unsubscribe text and address of a link below the message; null: none
 */
export function toHtml(
  subject: string,
  {
    lines,
    links,
    sysName,
    unsubscribe,
  }: {
    readonly lines: readonly string[];
    readonly links: readonly string[];
    readonly sysName: string;
    readonly unsubscribe: Unsubscribe | null;
  },
): string {
  const body = lines
    .map((line) => {
      if (line === '') return '<br>';
      return `<div>${links.includes(line) ? anchor(line, line) : escapeMarkup(line)}</div>`;
    })
    .join('\n');
  const end = unsubscribe === null ? '' : ` · ${anchor(unsubscribe.url, unsubscribe.text)}`;
  return `<!doctype html>
<html><head><meta charset="utf-8"><title>${escapeMarkup(subject)}</title></head>
<body>
${body}
<hr>
<small>${escapeMarkup(sysName)}${end}</small>
</body></html>
`;
}

function anchor(url: string, text: string): string {
  return `<a href="${escapeMarkup(url)}">${escapeMarkup(text)}</a>`;
}
