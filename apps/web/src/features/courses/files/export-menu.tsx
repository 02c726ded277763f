import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { COURSE_FILE_FORMATS, type CourseFileFormat } from '@wakeline/contract/courses/files';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { downloadFile } from '../../../ui/download-file.ts';
import { useEvent, usePlanner } from '../planner/planner-context.ts';

const EXTENSIONS: Readonly<Record<CourseFileFormat, string>> = {
  event: '.json',
  'iof-xml': '.xml',
  'purple-pen': '.ppen',
  gpx: '.gpx',
  kml: '.kml',
  geojson: '.geojson',
};

/** Exports the event in a format of the menu. */
export function ExportMenu() {
  const { t } = useTranslation('coursePlanner');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const { name } = useEvent();
  const { eventId } = usePlanner();
  const download = useMutation({
    async mutationFn(format: CourseFileFormat) {
      const stream = await client.stream('exportCourseFile', { eventId, format, lang: language });
      downloadFile(await new Response(stream).blob(), `${name}${EXTENSIONS[format]}`);
    },
    onError: (error) => message.error(errorText(error, language)),
  });
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: COURSE_FILE_FORMATS.map((format) => ({
          key: format,
          label: t(`format.${format}`),
          onClick: () => download.mutate(format),
        })),
      }}
    >
      <Button size="small" icon={<IconDownload size={16} />} loading={download.isPending}>
        {t('export')}
      </Button>
    </Dropdown>
  );
}
