import { IconPhotoUp } from '@tabler/icons-react';
import { METHOD_CHOICES, type MethodChoice } from '@wakeline/contract/entities/map-layer';
import { LIMITS } from '@wakeline/contract/limits';
import { METHOD_DETAILS } from '@wakeline/domain/layers/placement-method';
import { Input, InputNumber, Select, Slider } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../parts/forms/file-button.tsx';
import type { LayerDraft } from './layer-draft.ts';
import styles from './layer-editor.module.css';
import { LAYER_ACCEPT } from './use-file-reading.ts';

interface LayerFieldsProps {
  readonly draft: LayerDraft;
  /** Validation error of the name; null: none, or not validated yet. */
  readonly nameError: string | null;
  readonly reading: boolean;
  readonly onChange: (changes: Partial<LayerDraft>) => void;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Fields of a layer besides its points: name, file, method, scale and opacity. */
export function LayerFields({ draft, nameError, reading, onChange, onFiles }: LayerFieldsProps) {
  const { t } = useTranslation('imageLayers');
  const opacityName = useId();
  const { layerName, picture, opacity, mapScale } = draft;
  return (
    <div className={styles.fields}>
      <Field label={t('name')}>
        <Input
          className={styles.name ?? ''}
          aria-label={t('name')}
          aria-invalid={nameError !== null}
          status={nameError === null ? '' : 'error'}
          value={layerName}
          maxLength={64}
          onChange={({ target }) => onChange({ layerName: target.value })}
        />
      </Field>
      {picture !== null && (
        <FileButton
          multiple
          label={t('editor.otherPicture')}
          accept={LAYER_ACCEPT}
          icon={<IconPhotoUp size={16} />}
          loading={reading}
          onFiles={onFiles}
        />
      )}
      <Field label={t('editor.method')}>
        <MethodSelect draft={draft} onChange={(method) => onChange({ method })} />
      </Field>
      <Field label={t('editor.scale')}>
        <InputNumber<number>
          className={styles.scale ?? ''}
          aria-label={t('editor.scale')}
          prefix="1 :"
          min={LIMITS.layerScale.min}
          max={LIMITS.layerScale.max}
          precision={0}
          value={mapScale}
          placeholder={t('editor.scaleUnknown')}
          onChange={(value) => onChange({ mapScale: value })}
        />
      </Field>
      <Field label={<span id={opacityName}>{t('opacity')}</span>}>
        <Slider
          className={styles.slider ?? ''}
          min={0}
          max={100}
          step={5}
          value={opacity}
          onChange={(value) => onChange({ opacity: value })}
          tooltip={{ formatter: (value) => `${value} %` }}
          ariaLabelledByForHandle={opacityName}
        />
      </Field>
    </div>
  );
}

interface MethodSelectProps {
  readonly draft: LayerDraft;
  readonly onChange: (method: MethodChoice) => void;
}

/** Methods that the number of pairs does not allow yet are disabled. */
function MethodSelect({ draft: { method, layerPoints, mapPoints }, onChange }: MethodSelectProps) {
  const { t } = useTranslation('imageLayers');
  const pairs = Math.min(layerPoints.length, mapPoints.length);
  return (
    <Select<MethodChoice>
      className={styles.method ?? ''}
      popupMatchSelectWidth={false}
      aria-label={t('editor.method')}
      value={method}
      onChange={onChange}
      options={METHOD_CHOICES.map((choice) => {
        const count = choice === 'automatic' ? 0 : METHOD_DETAILS[choice].minPairs;
        return {
          value: choice,
          label: t(`method.${choice}`),
          title: t(`methodHint.${choice}`),
          disabled: pairs < count,
        };
      })}
    />
  );
}

/** Visible while there is no picture. */
export function PictureChoice({ reading, onFiles }: Pick<LayerFieldsProps, 'reading' | 'onFiles'>) {
  const { t } = useTranslation('imageLayers');
  return (
    <div className={styles.empty}>
      <p>{t('editor.pictureHint')}</p>
      <FileButton
        multiple
        type="primary"
        label={t('editor.choosePicture')}
        accept={LAYER_ACCEPT}
        icon={<IconPhotoUp size={16} />}
        loading={reading}
        onFiles={onFiles}
      />
    </div>
  );
}

function Field({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span>{label}</span>
      {children}
    </div>
  );
}
