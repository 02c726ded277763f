import type { Language } from '@wakeline/contract/entities/user-config';
import type { LinkPurpose } from '../../delivery/address-links.ts';
import { escapeMarkup } from '../../delivery/channels/to-html.ts';

/** `open`: a button changes something; `invalid`: the link is of no use. */
export type PageState = 'open' | 'done' | 'invalid';

interface AddressPage {
  readonly purpose: LinkPurpose;
  readonly state: PageState;
  readonly language: Language;
  /** Null: of an invalid link, which reveals nothing. */
  readonly sysName: string | null;
  readonly email: string;
}

interface PageTexts {
  readonly title: string;
  readonly request: (email: string, sysName: string) => string;
  readonly button: string;
  readonly done: (email: string, sysName: string) => string;
}

const TEXTS: Readonly<Record<Language, Readonly<Record<LinkPurpose, PageTexts>>>> = {
  zh_CN: {
    unsubscribe: {
      title: '退订通知',
      request: (email, sysName) => `“${sysName}”将不再向 ${email} 发送设备通知。`,
      button: '退订',
      done: (email, sysName) => `已退订。“${sysName}”不再向 ${email} 发送设备通知。`,
    },
    confirm: {
      title: '确认接收通知',
      request: (email, sysName) => `“${sysName}”希望向 ${email} 发送设备通知。如不同意，请关闭此页面。`,
      button: '同意接收',
      done: (email, sysName) => `已确认。“${sysName}”可以向 ${email} 发送设备通知。`,
    },
  },
  en_US: {
    unsubscribe: {
      title: 'Unsubscribe',
      request: (email, sysName) => `${sysName} will send no more notifications about devices to ${email}.`,
      button: 'Unsubscribe',
      done: (email, sysName) =>
        `You are unsubscribed. ${sysName} sends no more notifications about devices to ${email}.`,
    },
    confirm: {
      title: 'Confirm notifications',
      request: (email, sysName) =>
        `${sysName} wants to send notifications about devices to ${email}. If you do not agree, close this page.`,
      button: 'Agree',
      done: (email, sysName) =>
        `The address is confirmed. ${sysName} can send notifications about devices to ${email}.`,
    },
  },
};
const INVALID: Readonly<Record<Language, string>> = {
  zh_CN: '此链接无效、已过期或已使用。',
  en_US: 'This link is not valid, has expired or was used.',
};

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, "Noto Sans SC", sans-serif; }
body { max-width: 420px; margin: 12vh auto 0; padding: 0 24px; overflow-wrap: anywhere; }
h1 { font-size: 20px; }
button { padding: 8px 20px; border: 0; border-radius: 6px; background: #0b5cad; color: #fff; font: inherit; cursor: pointer; }`;

/** A page without scripts, for people who have no access to the console. */
export function addressPage({ purpose, state, language, sysName, email }: AddressPage): string {
  const { title, request, button, done } = TEXTS[language][purpose];
  const name = sysName ?? '';
  const text =
    state === 'invalid' ? INVALID[language] : state === 'done' ? done(email, name) : request(email, name);
  const form = `<form method="post"><button>${escapeMarkup(button)}</button></form>`;
  return `<!doctype html>
<html lang="${language === 'zh_CN' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title><style>${STYLE}
</style></head>
<body>
<h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(text)}</p>
${state === 'open' ? form : ''}
</body></html>
`;
}
