import { IconPhotoUp } from '@tabler/icons-react';
import { Input, InputNumber, Slider } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../parts/forms/file-button.tsx';
import styles from './layer-config.module.css';
import type { LayerDraft } from './layer-draft.ts';

/** File name extensions for the file dialog; the server checks the content. */
const ACCEPT = '.png,.jpg,.jpeg,.gif';

interface LayerFieldsProps {
  readonly draft: LayerDraft;
  /** Validation error of the name; null: none, or not validated yet. */
  readonly nameError: string | null;
  readonly reading: boolean;
  readonly onChange: (changes: Partial<LayerDraft>) => void;
  readonly onFile: (file: File) => void;
}

/** Fields of a layer besides its points: name, picture, opacity and order. */
export function LayerFields({ draft, nameError, reading, onChange, onFile }: LayerFieldsProps) {
  const { t } = useTranslation('ownLayers');
  const opacityName = useId();
  const { layerName, picture, opacity, sort } = draft;
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
          label={t('config.otherPicture')}
          accept={ACCEPT}
          icon={<IconPhotoUp size={16} />}
          loading={reading}
          onFiles={([file]) => file && onFile(file)}
        />
      )}
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
      <Field label={t('sort')}>
        <InputNumber
          aria-label={t('sort')}
          min={0}
          max={9_999}
          precision={0}
          value={sort}
          placeholder={t('config.top')}
          onChange={(value) => onChange({ sort: value })}
        />
      </Field>
    </div>
  );
}

/** Shown while there is no picture. */
export function PictureChoice({ reading, onFile }: Pick<LayerFieldsProps, 'reading' | 'onFile'>) {
  const { t } = useTranslation('ownLayers');
  return (
    <div className={styles.empty}>
      <p>{t('config.pictureHint')}</p>
      <FileButton
        type="primary"
        label={t('config.choosePicture')}
        accept={ACCEPT}
        icon={<IconPhotoUp size={16} />}
        loading={reading}
        onFiles={([file]) => file && onFile(file)}
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
