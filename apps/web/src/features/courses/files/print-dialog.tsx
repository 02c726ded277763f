import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Course } from '@wakeline/domain/courses/event';
import {
  PAPER_ORIENTATIONS,
  PAPER_SIZES,
  type PaperOrientation,
  type PaperSize,
} from '@wakeline/domain/courses/print-pages';
import { App, Checkbox, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { downloadFile } from '../../../ui/download-file.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Field } from '../planner/panels/field.tsx';
import panels from '../planner/panels/panels.module.css';
import { useEvent, usePlanner, usePlannerState } from '../planner/planner-context.ts';

interface PrintDialogProps {
  /** Null: all controls. */
  readonly course: Course | null;
  /** Letters of the displayed variation; null: the first one. */
  readonly variation: string | null;
}

/** Prints the displayed course, or all controls, at the exact scale. */
export function PrintDialog({ course, variation }: PrintDialogProps) {
  const { t } = useTranslation('coursePlanner');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const { eventId } = usePlanner();
  const event = useEvent();
  const isSaved = usePlannerState(({ saving }) => saving === 'saved');
  const [open, setOpen] = useState(false);
  const [paper, setPaper] = useState<PaperSize>('A4');
  const [orientation, setOrientation] = useState<PaperOrientation>('portrait');
  const [descriptions, setDescriptions] = useState(true);
  const [map, setMap] = useState(true);
  const name = course === null ? t('course.all') : course.name;
  const scale = course === null ? event.printScale : (course.printScale ?? course.mapScale ?? event.mapScale);
  const print = useMutation({
    async mutationFn() {
      const courseId = course?.id ?? null;
      const options = { eventId, courseId, variation, paper, orientation, descriptions, map };
      const stream = await client.stream('printCourse', options);
      downloadFile(await new Response(stream).blob(), `${event.name} ${name}.pdf`);
    },
    onSuccess: () => setOpen(false),
    onError: (error) => message.error(errorText(error, language)),
  });
  return (
    <>
      <IconButton
        size="small"
        label={t('print.open')}
        disabled={!isSaved}
        icon={<IconPrinter size={18} />}
        onClick={() => setOpen(true)}
      />
      <Modal
        open={open}
        title={t('print.title', { name })}
        okText={t('print.ok')}
        cancelText={tApp('action.cancel')}
        okButtonProps={{ loading: print.isPending }}
        onOk={() => print.mutate()}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <div className={panels.details}>
          <p className={panels.detail}>
            {t('print.scale')} <span>1:{scale}</span>
          </p>
          <Field label={t('print.paper')}>
            <Segmented
              aria-label={t('print.paper')}
              value={paper}
              options={Object.keys(PAPER_SIZES) as PaperSize[]}
              onChange={setPaper}
            />
          </Field>
          <Field label={t('print.orientation')}>
            <Segmented
              aria-label={t('print.orientation')}
              value={orientation}
              options={PAPER_ORIENTATIONS.map((value) => ({ value, label: t(`print.${value}`) }))}
              onChange={setOrientation}
            />
          </Field>
          <Checkbox checked={descriptions} onChange={({ target }) => setDescriptions(target.checked)}>
            {t('print.descriptions')}
          </Checkbox>
          <Checkbox
            checked={map && event.map !== null}
            disabled={event.map === null}
            onChange={({ target }) => setMap(target.checked)}
          >
            {event.map === null ? t('print.noMap') : t('print.map', { name: event.map.name })}
          </Checkbox>
          <p className={panels.hint}>{t('print.hint')}</p>
        </div>
      </Modal>
    </>
  );
}
