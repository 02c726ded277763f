import type { Language } from '@wakeline/contract/entities/user-config';
import type { Db } from '../../../db/database.ts';
import type { Files } from '../../../files/files.ts';
import { sendFile } from '../../../files/serve-files.ts';
import { languageOf } from '../../../http/language.ts';
import type { Routes } from '../../../http/routes.ts';
import { findLinkedFile, REPORT_FILE_PATH } from './file-links.ts';

/** A link is a credential: it must not be indexed, or sent to other sites. */
const HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' } as const;

const INVALID: Readonly<Record<Language, { readonly title: string; readonly text: string }>> = {
  zh_CN: { title: '链接无效', text: '此链接无效或已过期。报表文件保留 7 天。' },
  en_US: {
    title: 'Invalid link',
    text: 'This link is not valid or has expired. Files of reports are kept for 7 days.',
  },
};

/** Serves the links in e-mails with scheduled reports: `GET {prefix}/report-files/{token}`. */
export function serveReportFiles({ db, files }: { readonly db: Db; readonly files: Files }): Routes {
  return (fastify, { prefix, checkRate, refuse }) => {
    fastify.get<{ Params: { token: string } }>(
      `${prefix}${REPORT_FILE_PATH}/:token`,
      async (request, reply) => {
        try {
          await checkRate(request);
          const fileId = await findLinkedFile(db, request.params.token);
          const file = fileId === null ? null : await files.find(fileId);
          reply.headers(HEADERS);
          if (file !== null && file.kind === 'report') return await sendFile(reply, files, file);
          return reply
            .code(404)
            .header('cache-control', 'no-store')
            .type('text/html; charset=utf-8')
            .send(invalidPage(languageOf(request.headers['accept-language'])));
        } catch (error) {
          return refuse(error, request, reply, null);
        }
      },
    );
  };
}

function invalidPage(language: Language): string {
  const { title, text } = INVALID[language];
  return `<!doctype html>
<html lang="${language === 'zh_CN' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, "Noto Sans SC", sans-serif; }
body { max-width: 420px; margin: 12vh auto 0; padding: 0 24px; }
h1 { font-size: 20px; }
</style></head>
<body><h1>${title}</h1><p>${text}</p></body></html>
`;
}
