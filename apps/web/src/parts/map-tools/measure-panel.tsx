import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react';
import { lineLength } from '@wakeline/domain/geo/line-length';
import { legLengths, polygonArea, ringLength } from '@wakeline/domain/geo/measure';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useDrawSurface } from '../../map/draw/use-draw-surface.ts';
import { PALETTES } from '../../map/style/palette.ts';
import { useFlavour } from '../../ui/flavour.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useMedia } from '../../ui/media.ts';
import { useStored } from '../../ui/stored.ts';
import { AreaTable } from './area-table.tsx';
import styles from './measure-panel.module.css';
import {
  areaIn,
  asAreaUnit,
  asLengthChoice,
  LENGTH_CHOICES,
  type LengthChoice,
  lengthIn,
} from './measure-text.ts';
import type { ToolPanelProps } from './tool-panels.ts';
import { useMeasureLabels } from './use-measure-labels.ts';

const WHATS = ['line', 'polygon'] as const;

/** Measures a way or an area that is drawn on the map. What was measured goes with the panel. */
export function MeasurePanel({ view }: ToolPanelProps) {
  const { t } = useTranslation('mapTools');
  const language = useLanguage();
  const flavour = useFlavour();
  const finger = useMedia('(pointer: coarse)');
  // Who reads speeds in knots reads the chart in nautical miles.
  const usual: LengthChoice = useFormat().speedUnits === 2 ? 'nmi' : 'metric';
  const [what, setWhat] = useState<(typeof WHATS)[number]>('line');
  const [length, setLength] = useStored<LengthChoice>('measureLength', usual, asLengthChoice);
  const [area, setArea] = useStored('measureArea', 'km2', asAreaUnit);
  const { surface, state } = useDrawSurface(view, { kind: what, color: PALETTES[flavour].accent });
  const drawn = state?.drawn ?? null;

  const lengthText = (metres: number) => {
    const { unit, text } = lengthIn(metres, length, language);
    return `${text} ${t(`units.${unit}`)}`;
  };
  const areaText = (squareMetres: number) => `${areaIn(squareMetres, area, language)} ${t(`units.${area}`)}`;
  useMeasureLabels(view, drawn, { length: lengthText, area: areaText });

  const size = drawn?.kind === 'polygon' ? polygonArea(drawn.shape.rings) : null;
  const around = drawn?.kind === 'polygon' ? ringLength(drawn.shape.rings[0] ?? []) : null;
  const legs = drawn?.kind === 'line' ? legLengths(drawn.line) : [];
  const hint = state?.finished ? 'edit' : finger ? 'tap' : 'click';

  return (
    <div className={styles.panel}>
      <Segmented
        block
        value={what}
        onChange={setWhat}
        options={WHATS.map((value) => ({ value, label: t(`measure.${value}`) }))}
        aria-label={t('measure.what')}
      />
      <output className={styles.value} aria-label={t(what === 'line' ? 'measure.length' : 'measure.area')}>
        {what === 'line'
          ? legs.length > 0 && drawn?.kind === 'line' && lengthText(lineLength(drawn.line))
          : size !== null && areaText(size)}
      </output>
      <p className={styles.hint}>{t(`measure.hint.${hint}`)}</p>
      <div className={styles.row}>
        <Select<LengthChoice>
          className={styles.unit ?? ''}
          aria-label={t('measure.lengthUnit')}
          value={length}
          onChange={setLength}
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
      {what === 'polygon' ? (
        <>
          <AreaTable size={size} unit={area} onUnit={setArea} />
          {around !== null && (
            <p className={styles.around}>
              {t('measure.around')} <span>{lengthText(around)}</span>
            </p>
          )}
        </>
      ) : (
        legs.length > 1 && (
          <ol className={styles.legs} aria-label={t('measure.legs')}>
            {legs.map((metres, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place in the line
              <li key={index}>{lengthText(metres)}</li>
            ))}
          </ol>
        )
      )}
    </div>
  );
}
