import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { ConfigProvider, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../../../parts/forms/file-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './live-setting.module.css';
import type { LiveSettingFields } from './live-setting-values.ts';
import { useLinkRule } from './use-link-rule.ts';
import { ACCEPTED_PICTURES, useUploadPicture } from './use-upload-picture.tsx';

interface PictureFieldsProps {
  readonly matchId: number;
  /** The form has changed other than by input. */
  readonly onTouch: () => void;
}

/** The carousel at the top of the page: pictures in their order, each with a link. */
export function CarouselFields({ matchId, onTouch }: PictureFieldsProps) {
  const { t } = useTranslation('liveSetting');
  const { componentDisabled } = ConfigProvider.useConfig();
  const form = Form.useFormInstance<LiveSettingFields>();
  const linkRule = useLinkRule();
  const upload = useUploadPicture(matchId, 'carousel', (picture) => {
    const pictures = form.getFieldValue('carousel') ?? [];
    form.setFieldValue('carousel', [...pictures, { picture, link: '' }]);
    onTouch();
  });
  return (
    <Form.Item label={t('carousel')} extra={t('carouselHint', { max: LIMITS.liveCarousel })}>
      <Form.List name="carousel">
        {(fields, { move, remove }) => (
          <>
            <ol className={styles.pictures}>
              {fields.map(({ key, name: index }) => {
                const name = t('pictureNumber', { number: index + 1 });
                return (
                  <li key={key}>
                    <Form.Item name={[index, 'picture']} noStyle>
                      <Picture label={name} use="carousel" />
                    </Form.Item>
                    <Form.Item name={[index, 'link']} rules={[linkRule]} className={styles.link ?? ''}>
                      <Input
                        aria-label={t('linkOf', { name })}
                        inputMode="url"
                        maxLength={LIMITS.liveLink}
                        placeholder={t('jumpLink')}
                        spellCheck={false}
                        autoCapitalize="none"
                      />
                    </Form.Item>
                    {componentDisabled !== true && (
                      <span className={styles.buttons}>
                        <IconButton
                          label={t('moveUp', { name })}
                          icon={<IconArrowUp size={16} />}
                          disabled={index === 0}
                          onClick={() => move(index, index - 1)}
                        />
                        <IconButton
                          label={t('moveDown', { name })}
                          icon={<IconArrowDown size={16} />}
                          disabled={index === fields.length - 1}
                          onClick={() => move(index, index + 1)}
                        />
                        <IconButton
                          danger
                          label={t('remove', { name })}
                          icon={<IconTrash size={16} />}
                          onClick={() => remove(index)}
                        />
                      </span>
                    )}
                  </li>
                );
              })}
            </ol>
            {componentDisabled !== true && fields.length < LIMITS.liveCarousel && (
              <FileButton
                label={t('addPicture')}
                accept={ACCEPTED_PICTURES}
                onFiles={([file]) => file !== undefined && upload.choose(file)}
              />
            )}
          </>
        )}
      </Form.List>
      {upload.dialog}
    </Form.Item>
  );
}

/** The picture at the end of the page, with its link. */
export function BottomPicture({ matchId, onTouch }: PictureFieldsProps) {
  const { t } = useTranslation('liveSetting');
  const { componentDisabled } = ConfigProvider.useConfig();
  const form = Form.useFormInstance<LiveSettingFields>();
  const linkRule = useLinkRule();
  const picture = Form.useWatch('bottomPicture', form) ?? '';
  const setPicture = (url: string) => {
    form.setFieldValue('bottomPicture', url);
    onTouch();
  };
  const upload = useUploadPicture(matchId, 'bottom', setPicture);
  return (
    <>
      <Form.Item label={t('bottomPicture')} extra={t('bottomHint')}>
        <Form.Item name="bottomPicture" noStyle>
          <Picture label={t('bottomPicture')} use="bottom" />
        </Form.Item>
        {componentDisabled !== true && (
          <span className={styles.buttons}>
            <FileButton
              label={t(picture === '' ? 'chooseBottom' : 'replaceBottom')}
              accept={ACCEPTED_PICTURES}
              onFiles={([file]) => file !== undefined && upload.choose(file)}
            />
            {picture !== '' && (
              <IconButton
                size="small"
                danger
                label={t('remove', { name: t('bottomPicture') })}
                icon={<IconTrash size={16} />}
                onClick={() => setPicture('')}
              />
            )}
          </span>
        )}
        {upload.dialog}
      </Form.Item>
      <Form.Item name="bottomLink" label={t('bottomLink')} rules={[linkRule]}>
        <Input
          inputMode="url"
          maxLength={LIMITS.liveLink}
          placeholder="https://"
          spellCheck={false}
          autoCapitalize="none"
        />
      </Form.Item>
    </>
  );
}

interface PictureProps {
  readonly label: string;
  readonly use: 'carousel' | 'bottom';
  /** From the form; empty: none. */
  readonly value?: string;
}

function Picture({ label, use, value = '' }: PictureProps) {
  return value === '' ? null : <img className={styles.picture} data-use={use} src={value} alt={label} />;
}
