import { useMutation } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { PAPER_SIZES, type PaperSize } from '@wakeline/contract/ocad-maps/ocad-maps';
import { Alert, AutoComplete, Form, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { fitsOnPage } from './fits-on-page.ts';

/** Scales of orienteering maps: ISOM 2017-2, ISSprOM 2019. */
const USUAL_SCALES = [3_000, 4_000, 5_000, 7_500, 10_000, 15_000];

interface PrintDialogProps {
  readonly map: OcadMap;
  readonly hiddenColors: ReadonlySet<number>;
  readonly onClose: () => void;
}

/** Creates a PDF page of a map at an exact scale, without the hidden colors. */
export function PrintDialog({ map, hiddenColors, onClose }: PrintDialogProps) {
  const { t } = useTranslation('ocadMaps');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const [scaleText, setScaleText] = useState(String(map.mapScale));
  const [paper, setPaper] = useState<PaperSize>('A4');
  const [landscape, setLandscape] = useState(isWide(map));
  const scale = Number(scaleText.replace(/^\s*1\s*:/, ''));
  const isValid = Number.isInteger(scale) && scale >= LIMITS.printScale.min && scale <= LIMITS.printScale.max;
  const print = usePrint(map, onClose);
  const isComplete = !isValid || fitsOnPage(map, { scale, paper, landscape });
  return (
    <Modal
      open
      title={t('print.title')}
      onCancel={onClose}
      cancelText={tApp('action.cancel')}
      okText={t('print.start')}
      okButtonProps={{ disabled: !isValid, loading: print.isPending }}
      onOk={() => print.mutate({ scale, paper, landscape, hiddenColors: [...hiddenColors] })}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('print.scale')}
          validateStatus={isValid ? '' : 'error'}
          help={isValid ? null : t('print.scaleError', LIMITS.printScale)}
        >
          <AutoComplete
            aria-label={t('print.scale')}
            value={scaleText}
            options={USUAL_SCALES.map((value) => ({ value: String(value), label: `1:${value}` }))}
            onChange={setScaleText}
          />
        </Form.Item>
        <Form.Item label={t('print.paper')}>
          <Segmented
            aria-label={t('print.paper')}
            value={paper}
            options={[...PAPER_SIZES]}
            onChange={setPaper}
          />
        </Form.Item>
        <Form.Item label={t('print.orientation')}>
          <Segmented
            aria-label={t('print.orientation')}
            value={landscape ? 'landscape' : 'portrait'}
            options={[
              { value: 'portrait', label: t('print.portrait') },
              { value: 'landscape', label: t('print.landscape') },
            ]}
            onChange={(value) => setLandscape(value === 'landscape')}
          />
        </Form.Item>
      </Form>
      {!isComplete && <Alert type="warning" showIcon title={t('print.cut')} />}
      {print.error !== null && <Alert type="error" showIcon title={errorText(print.error, language)} />}
    </Modal>
  );
}

function isWide({ paperBounds: [left, bottom, right, top] }: OcadMap): boolean {
  return right - left > top - bottom;
}

interface PrintRequest {
  readonly scale: number;
  readonly paper: PaperSize;
  readonly landscape: boolean;
  readonly hiddenColors: number[];
}

function usePrint({ mapId, mapName }: OcadMap, onDone: () => void) {
  const client = useClient();
  return useMutation({
    async mutationFn(request: PrintRequest) {
      const stream = await client.stream('printOcadMap', { mapId, ...request });
      const blob = await new Response(stream).blob();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
      link.download = `${mapName} 1-${request.scale}.pdf`;
      link.click();
      // The browser has started reading the file by then.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
    onSuccess: onDone,
  });
}
