import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { MatchSummary } from '@wakeline/contract/matches/matches';
import { LIST_FORMATS, type ListFormat } from '@wakeline/contract/matches/start-lists';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { downloadFile } from '../../../ui/download-file.ts';

const EXTENSIONS: Readonly<Record<ListFormat, string>> = { iof: '.xml', xlsx: '.xlsx' };

interface ExportMenuProps {
  readonly match: Pick<MatchSummary, 'matchId' | 'matchName'>;
  readonly list: 'startList' | 'results';
  /** An icon without a text, where there is no room. */
  readonly compact?: boolean;
}

/** Saves the start list or the results of a match as a file. */
export function ExportMenu({ match: { matchId, matchName }, list, compact = false }: ExportMenuProps) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const download = useMutation({
    async mutationFn(format: ListFormat) {
      const operation = list === 'results' ? 'exportMatchResults' : 'exportStartList';
      const stream = await client.stream(operation, { matchId, format, lang: language });
      const name = `${matchName} ${t(`files.${list}`)}${EXTENSIONS[format]}`;
      downloadFile(await new Response(stream).blob(), name);
    },
    onError: (error) => message.error(errorText(error, language)),
  });
  const items = LIST_FORMATS.map((format) => ({
    key: format,
    label: t(`files.format.${format}`),
    onClick: () => download.mutate(format),
  }));
  const label = t(list === 'results' ? 'files.exportResults' : 'files.exportStartList');
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <Button
        icon={<IconDownload size={16} />}
        loading={download.isPending}
        {...(compact && { 'aria-label': label, title: label })}
      >
        {compact ? null : label}
      </Button>
    </Dropdown>
  );
}
