import { useMutation } from '@tanstack/react-query';
import type { Language } from '@wakeline/contract/entities/user-config';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { downloadFile } from '../../ui/download-file.ts';
import styles from './sheet-import.module.css';
import type { SheetKind } from './sheet-kind.ts';

/** The template in each language, whatever the language of the console: sheets are often filled in by others. */
const TEMPLATES: readonly { readonly lang: Language; readonly label: string }[] = [
  { lang: 'zh_CN', label: '中文' },
  { lang: 'en_US', label: 'English' },
];

/** Downloads of the template. */
export function TemplateLinks({ kind }: { readonly kind: SheetKind }) {
  const { t } = useTranslation('sheetImport');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const download = useMutation({
    async mutationFn({ lang }: (typeof TEMPLATES)[number]) {
      const stream = await client.stream(kind.template, { lang });
      downloadFile(await new Response(stream).blob(), kind.templateFiles[lang]);
    },
    onError: (error) => void message.error(errorText(error, language)),
  });
  return (
    <p className={styles.note}>
      {t('template')}
      {TEMPLATES.map((template) => (
        <Button
          key={template.lang}
          type="link"
          size="small"
          lang={template.lang === 'zh_CN' ? 'zh-CN' : 'en'}
          loading={download.isPending && download.variables.lang === template.lang}
          onClick={() => download.mutate(template)}
        >
          {template.label}
        </Button>
      ))}
    </p>
  );
}
