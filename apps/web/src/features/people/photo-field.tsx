import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { FileButton } from '../../parts/forms/file-button.tsx';
import { requirePicture } from '../../parts/forms/picture-file.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './people.module.css';
import { PersonPhoto } from './person-photo.tsx';

interface PhotoFieldProps {
  /** Set by the form. */
  readonly value?: string | null;
  readonly onChange?: (photoUrl: string | null) => void;
}

/** The photo of a person: uploaded when it is chosen, applied when the form is saved. */
export function PhotoField({ value = null, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const client = useClient();
  const upload = useMutation({
    async mutationFn(picture: File) {
      requirePicture(picture);
      return client.call('uploadPersonPhoto', { picture });
    },
    onSuccess: ({ photoUrl }) => onChange?.(photoUrl),
  });
  return (
    <div className={styles.photoField}>
      <PersonPhoto url={value} label={t('photo.label')} size={88} />
      <div className={styles.photoActions}>
        <span className={styles.buttons}>
          <FileButton
            label={t(value === null ? 'photo.choose' : 'photo.replace')}
            accept=".png,.jpg,.jpeg"
            icon={<IconUpload size={14} />}
            loading={upload.isPending}
            onFiles={([file]) => file !== undefined && upload.mutate(file)}
          />
          {value !== null && (
            <Button size="small" onClick={() => onChange?.(null)}>
              {t('photo.remove')}
            </Button>
          )}
        </span>
        <small className={styles.muted}>{t('photo.hint')}</small>
        {upload.error && (
          <p role="alert" className={styles.failure}>
            {errorText(upload.error, language)}
          </p>
        )}
      </div>
    </div>
  );
}
