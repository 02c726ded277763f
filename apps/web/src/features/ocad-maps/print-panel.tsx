import { LIMITS } from '@wakeline/contract/limits';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { PAPER_SIZES } from '@wakeline/contract/ocad-maps/ocad-maps';
import { Alert, AutoComplete, Button, Form, InputNumber, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './ocad-maps.module.css';
import { middleOf, printFrame, showsAll } from './print-frame.ts';
import { clampPaper, type PrintPageState, useDownloadPage } from './use-print-page.ts';

/** Scales of orienteering maps: ISOM 2017-2, ISSprOM 2019. */
const USUAL_SCALES = [3_000, 4_000, 5_000, 7_500, 10_000, 15_000];

interface PrintPanelProps {
  readonly map: OcadMap;
  readonly state: PrintPageState;
  readonly hiddenColors: ReadonlySet<number>;
  readonly onClose: () => void;
}

/** Creates a PDF page of a part of a map at an exact scale, without the hidden colors. */
export function PrintPanel({ map, state: { draft, page, change }, hiddenColors, onClose }: PrintPanelProps) {
  const { t } = useTranslation('ocadMaps');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const print = useDownloadPage(map, onClose);
  const isComplete = page === null || showsAll(printFrame(map.mapScale, page), map.paperBounds);
  const [x, y] = draft.center;
  const axis = (name: 'x' | 'y', value: number, set: (value: number) => readonly [number, number]) => (
    <InputNumber
      aria-label={t(`print.${name}`)}
      prefix={name}
      suffix="mm"
      step={1}
      precision={1}
      min={-LIMITS.ocadPaperMillimetres}
      max={LIMITS.ocadPaperMillimetres}
      value={value}
      onChange={(entered) => entered !== null && change({ center: clampPaper(set(entered)) })}
    />
  );
  return (
    <section className={styles.print} aria-label={t('print.title')}>
      <h2>{t('print.title')}</h2>
      <Form layout="vertical">
        <Form.Item
          label={t('print.scale')}
          validateStatus={page === null ? 'error' : ''}
          help={page === null ? t('print.scaleError', LIMITS.printScale) : null}
        >
          <AutoComplete
            aria-label={t('print.scale')}
            value={draft.scaleText}
            options={USUAL_SCALES.map((value) => ({ value: String(value), label: `1:${value}` }))}
            onChange={(scaleText) => change({ scaleText })}
          />
        </Form.Item>
        <Form.Item label={t('print.paper')}>
          <Segmented
            block
            aria-label={t('print.paper')}
            value={draft.paper}
            options={[...PAPER_SIZES]}
            onChange={(paper) => change({ paper })}
          />
        </Form.Item>
        <Form.Item label={t('print.orientation')}>
          <Segmented
            block
            aria-label={t('print.orientation')}
            value={draft.landscape ? 'landscape' : 'portrait'}
            options={[
              { value: 'portrait', label: t('print.portrait') },
              { value: 'landscape', label: t('print.landscape') },
            ]}
            onChange={(value) => change({ landscape: value === 'landscape' })}
          />
        </Form.Item>
        <Form.Item label={t('print.center')} help={t('print.centerHint')}>
          <span className={styles.center}>
            {axis('x', x, (entered) => [entered, y])}
            {axis('y', y, (entered) => [x, entered])}
          </span>
          <Button size="small" type="link" onClick={() => change({ center: middleOf(map.paperBounds) })}>
            {t('print.toMiddle')}
          </Button>
        </Form.Item>
      </Form>
      {!isComplete && <Alert type="info" showIcon title={t('print.cut')} />}
      {print.error !== null && <Alert type="error" showIcon title={errorText(print.error, language)} />}
      <span className={styles.actions}>
        <Button onClick={onClose}>{tApp('action.cancel')}</Button>
        <Button
          type="primary"
          disabled={page === null}
          loading={print.isPending}
          onClick={() => page !== null && print.mutate({ ...page, hiddenColors })}
        >
          {t('print.start')}
        </Button>
      </span>
    </section>
  );
}
