import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { requirePicture } from '../../parts/forms/picture-file.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './picture-field.module.css';

interface PictureFieldProps {
  readonly use: 'logo' | 'loginPic';
  readonly label: string;
  /** Text without a picture. */
  readonly none: string;
  /** URL of the picture; null: none. Set by the form. */
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}

/** A picture of the account: uploaded when selected, applied when the form is saved. */
export function PictureField({ use, label, none, value = null, onChange }: PictureFieldProps) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    async mutationFn(picture: File) {
      requirePicture(picture);
      return await client.call('uploadPicture', { use, picture });
    },
    onSuccess: ({ url }) => onChange?.(url),
  });

  return (
    <div className={styles.field}>
      <div className={styles.preview} data-use={use}>
        {value === null ? <span>{none}</span> : <img src={value} alt={label} />}
      </div>
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          // Not `hidden`: Ant Design sets `display` for every field of a form.
          style={{ display: 'none' }}
          accept=".png,.jpg,.jpeg"
          aria-label={label}
          onChange={({ target }) => {
            const picture = target.files?.[0];
            // Allows selecting the same file again after it was corrected.
            target.value = '';
            if (picture) upload.mutate(picture);
          }}
        />
        <Button
          loading={upload.isPending}
          aria-label={t('pictureChooseFor', { label })}
          onClick={() => input.current?.click()}
        >
          {t('pictureChoose')}
        </Button>
        {value !== null && (
          <Button
            type="text"
            aria-label={t('pictureRemoveFor', { label })}
            onClick={() => {
              upload.reset();
              onChange?.(null);
            }}
          >
            {t('pictureRemove')}
          </Button>
        )}
      </div>
      {upload.error && (
        <p role="alert" className={styles.failure}>
          {errorText(upload.error, language)}
        </p>
      )}
    </div>
  );
}
