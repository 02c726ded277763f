import { IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FileButton } from '../../../parts/forms/file-button.tsx';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../live-events.module.css';

/** Extensions that the specification accepts; the server checks the content. */
const ACCEPTED = /\.(png|jpe?g)$/i;

interface PictureFieldProps {
  readonly matchId: number;
  readonly onUploaded: () => void;
  // Props that the form item passes to its field:
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (url: string) => void;
}

/** The picture of a gift: uploaded at once, and used when the form is saved. */
export function PictureField({ matchId, onUploaded, id, value = '', onChange }: PictureFieldProps) {
  const { t } = useTranslation('gifts');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const upload = useMutation({
    async mutationFn(picture: File) {
      if (!ACCEPTED.test(picture.name)) throw new NamedError('picture-type');
      if (picture.size > LIMITS.pictureBytes) throw new NamedError('picture-too-large');
      return client.call('uploadGiftPic', { matchId, picture });
    },
    onSuccess({ url }) {
      onChange?.(url);
      onUploaded();
    },
    onError: (error) => void message.error(errorText(error, language)),
  });
  return (
    <div className={styles.pictureField} id={id}>
      {value === '' ? (
        <span className={styles.noPicture}>
          <IconPhoto size={32} stroke={1.5} />
        </span>
      ) : (
        <img src={value} alt={t('picture')} />
      )}
      <FileButton
        label={t(value === '' ? 'upload' : 'replace')}
        accept=".png,.jpg,.jpeg"
        loading={upload.isPending}
        onFiles={([file]) => file && upload.mutate(file)}
      />
    </div>
  );
}
