import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react';
import { lineLength } from '@wakeline/domain/geo/line-length';
import { polygonArea, ringLength, segmentLengths } from '@wakeline/domain/geo/measure';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useDrawSurface } from '../../map/draw/use-draw-surface.ts';
import { PALETTES } from '../../map/style/palette.ts';
import { useColorScheme } from '../../ui/color-scheme.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useLocalStorage } from '../../ui/local-storage.ts';
import { useMedia } from '../../ui/media.ts';
import { AreaTable } from './area-table.tsx';
import styles from './measure-panel.module.css';
import {
  formatArea,
  formatLength,
  LENGTH_CHOICES,
  type LengthChoice,
  parseAreaUnit,
  parseLengthChoice,
} from './measure-text.ts';
import type { ToolPanelProps } from './tool-panels.ts';
import { useMeasureLabels } from './use-measure-labels.ts';

const MEASURE_KINDS = ['line', 'polygon'] as const;

/** Measures a line or an area drawn on the map. The measurement disappears with the panel. */
export function MeasurePanel({ view }: ToolPanelProps) {
  const { t } = useTranslation('mapTools');
  const language = useLanguage();
  const colorScheme = useColorScheme();
  const coarsePointer = useMedia('(pointer: coarse)');
  // Users who read speeds in knots measure in nautical miles by default.
  const defaultUnit: LengthChoice = useFormat().speedUnits === 2 ? 'nmi' : 'metric';
  const [measureKind, setMeasureKind] = useState<(typeof MEASURE_KINDS)[number]>('line');
  const [lengthChoice, setLengthChoice] = useLocalStorage<LengthChoice>(
    'measureLength',
    defaultUnit,
    parseLengthChoice,
  );
  const [areaUnit, setAreaUnit] = useLocalStorage('measureArea', 'km2', parseAreaUnit);
  const { surface, state } = useDrawSurface(view, { kind: measureKind, color: PALETTES[colorScheme].accent });
  const drawn = state?.drawn ?? null;

  const lengthText = (metres: number) => {
    const { unit, text } = formatLength(metres, lengthChoice, language);
    return `${text} ${t(`units.${unit}`)}`;
  };
  const areaText = (squareMetres: number) =>
    `${formatArea(squareMetres, areaUnit, language)} ${t(`units.${areaUnit}`)}`;
  useMeasureLabels(view, drawn, { length: lengthText, area: areaText });

  const measuredArea = drawn?.kind === 'polygon' ? polygonArea(drawn.shape.rings) : null;
  const perimeter = drawn?.kind === 'polygon' ? ringLength(drawn.shape.rings[0] ?? []) : null;
  const lengths = drawn?.kind === 'line' ? segmentLengths(drawn.line) : [];
  const hint = state?.finished ? 'edit' : coarsePointer ? 'tap' : 'click';

  return (
    <div className={styles.panel}>
      <Segmented
        block
        value={measureKind}
        onChange={setMeasureKind}
        options={MEASURE_KINDS.map((value) => ({ value, label: t(`measure.${value}`) }))}
        aria-label={t('measure.what')}
      />
      <output
        className={styles.value}
        aria-label={t(measureKind === 'line' ? 'measure.length' : 'measure.area')}
      >
        {measureKind === 'line'
          ? lengths.length > 0 && drawn?.kind === 'line' && lengthText(lineLength(drawn.line))
          : measuredArea !== null && areaText(measuredArea)}
      </output>
      <p className={styles.hint}>{t(`measure.hint.${hint}`)}</p>
      <div className={styles.row}>
        <Select<LengthChoice>
          className={styles.unit ?? ''}
          aria-label={t('measure.lengthUnit')}
          value={lengthChoice}
          onChange={setLengthChoice}
          options={LENGTH_CHOICES.map((value) => ({ value, label: t(`lengths.${value}`) }))}
        />
        <IconButton
          label={t('measure.undo')}
          icon={<IconArrowBackUp size={18} />}
          disabled={state?.canUndo !== true}
          onClick={() => surface?.undo()}
        />
        <IconButton
          label={t('measure.redo')}
          icon={<IconArrowForwardUp size={18} />}
          disabled={state?.canRedo !== true}
          onClick={() => surface?.redo()}
        />
        <IconButton
          label={t('measure.clear')}
          icon={<IconTrash size={18} />}
          disabled={drawn === null && state?.canUndo !== true}
          onClick={() => surface?.clear()}
        />
      </div>
      {measureKind === 'polygon' ? (
        <>
          <AreaTable squareMetres={measuredArea} unit={areaUnit} onUnitChange={setAreaUnit} />
          {perimeter !== null && (
            <p className={styles.perimeter}>
              {t('measure.perimeter')} <span>{lengthText(perimeter)}</span>
            </p>
          )}
        </>
      ) : (
        lengths.length > 1 && (
          <ol className={styles.segments} aria-label={t('measure.segments')}>
            {lengths.map((metres, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a segment
              <li key={index}>{lengthText(metres)}</li>
            ))}
          </ol>
        )
      )}
    </div>
  );
}
