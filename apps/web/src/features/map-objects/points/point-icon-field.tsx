import { IconUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { isPicture, POINT_ICONS } from '../../../map/icons/point-glyphs.ts';
import { PointMarker } from '../../../map/icons/point-marker.tsx';
import { FileButton } from '../../../parts/forms/file-button.tsx';
import { errorText } from '../../../service/error-text.ts';
import styles from './point-icon-field.module.css';
import { useUpload } from './use-upload.ts';

interface PointIconFieldProps {
  readonly color: string;
  /** Set by the form. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (icon: string) => void;
}

/** The built-in icons in the point's colour, and a custom picture. */
export function PointIconField({ color, id, value = 'flag', onChange }: PointIconFieldProps) {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  const group = useId();
  const [customIcon, setCustomIcon] = useState(isPicture(value) ? value : null);
  const upload = useUpload('icon', (url) => {
    setCustomIcon(url);
    onChange?.(url);
  });
  const choices = customIcon === null ? POINT_ICONS : [...POINT_ICONS, customIcon];
  return (
    <div className={styles.field}>
      <fieldset id={id} className={styles.icons} aria-label={t('form.icon')}>
        {choices.map((icon) => {
          const label =
            icon === customIcon ? t('form.ownIcon') : t(`icon.${icon as (typeof POINT_ICONS)[number]}`);
          return (
            <label key={icon} title={label}>
              <input
                type="radio"
                className="visually-hidden"
                name={group}
                checked={value === icon}
                aria-label={label}
                onChange={() => onChange?.(icon)}
              />
              <PointMarker icon={icon} color={color} size={30} />
            </label>
          );
        })}
      </fieldset>
      <FileButton
        label={t('form.uploadIcon')}
        accept=".png,.jpg,.jpeg"
        icon={<IconUpload size={14} />}
        loading={upload.isPending}
        onFiles={([file]) => file !== undefined && upload.mutate(file)}
      />
      {upload.error && (
        <p role="alert" className={styles.failure}>
          {errorText(upload.error, language)}
        </p>
      )}
    </div>
  );
}
