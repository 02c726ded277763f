import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FileButton } from '../../../parts/forms/file-button.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from './images-field.module.css';
import { sendPicture } from './use-upload.ts';

interface ImagesFieldProps {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: readonly string[];
  readonly onChange?: (images: readonly string[]) => void;
}

/** Pictures of a labelled point: upload several, reorder, and remove. */
export function ImagesField({ id, value = [], onChange }: ImagesFieldProps) {
  const { t } = useTranslation('mapObjects');
  const language = useLanguage();
  const client = useClient();
  const [sending, setSending] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const remaining = LIMITS.pointImages - value.length;

  async function send(files: readonly File[]): Promise<void> {
    setSending(true);
    const urls = [...value];
    const failed: string[] = [];
    // Sequentially, because an account can upload only one file at a time.
    for (const file of files.slice(0, remaining)) {
      try {
        urls.push(await sendPicture(client, 'image', file));
        onChange?.([...urls]);
      } catch (error) {
        failed.push(`${file.name}: ${errorText(error, language)}`);
      }
    }
    if (files.length > remaining) failed.push(t('form.imagesMost', { count: LIMITS.pointImages }));
    setFailures(failed);
    setSending(false);
  }

  function move(from: number, to: number): void {
    const [image] = value.slice(from, from + 1);
    if (image !== undefined) onChange?.(value.toSpliced(from, 1).toSpliced(to, 0, image));
  }

  return (
    <div className={styles.field} id={id}>
      {value.length > 0 && (
        <ul className={styles.images}>
          {value.map((image, index) => {
            const number = index + 1;
            return (
              <li key={image}>
                <img src={image} alt={t('form.image', { number })} />
                <span className={styles.actions}>
                  <button
                    type="button"
                    disabled={index === 0}
                    aria-label={t('form.imageEarlier', { number })}
                    onClick={() => move(index, index - 1)}
                  >
                    <IconArrowLeft size={14} />
                  </button>
                  <button
                    type="button"
                    aria-label={t('form.imageRemove', { number })}
                    onClick={() => onChange?.(value.toSpliced(index, 1))}
                  >
                    <IconX size={14} />
                  </button>
                  <button
                    type="button"
                    disabled={index === value.length - 1}
                    aria-label={t('form.imageLater', { number })}
                    onClick={() => move(index, index + 1)}
                  >
                    <IconArrowRight size={14} />
                  </button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {remaining > 0 && (
        <FileButton
          label={t('form.uploadImages')}
          accept=".png,.jpg,.jpeg"
          multiple
          icon={<IconPhotoPlus size={14} />}
          loading={sending}
          onFiles={(files) => void send(files)}
        />
      )}
      {failures.length > 0 && (
        <ul role="alert" className={styles.failures}>
          {failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
