import { useQueryClient } from '@tanstack/react-query';
import { createScreenLink } from '@wakeline/contract/screens/screen-links';
import type { Screen } from '@wakeline/contract/screens/screens';
import { Checkbox, Divider, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { buildScreenLinkUrl } from '../../parts/addresses/screen-url.ts';
import { SecureForm } from '../../parts/forms/secure-form.tsx';
import { CreatedLink } from '../../parts/shares/created-link.tsx';
import {
  DEFAULT_EXPIRY,
  EXPIRY_ERRORS,
  ExpiryFields,
  type ExpiryValues,
  useExpiry,
} from '../../parts/shares/expiry-fields.tsx';
import { ShareLinks } from '../../parts/shares/share-links.tsx';
import { useClient } from '../../service/client.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { USER_QUERIES } from '../../service/session.ts';

interface Fields extends ExpiryValues {
  readonly shareName: string;
  readonly hideNames: boolean;
}

interface ScreenShareDialogProps {
  readonly screenId: number;
  readonly screen: Pick<Screen, 'screenName' | 'kind'>;
  readonly onClose: () => void;
}

/** Creates a link to a screen, shows it once, and lists the links of the user. */
export function ScreenShareDialog({ screenId, screen, onClose }: ScreenShareDialogProps) {
  const { t } = useTranslation(['screens', 'shares']);
  const client = useClient();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const toExpiry = useExpiry();
  const [code, setCode] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const { kind, screenName } = screen;
  return (
    <Modal
      open
      title={t('screens:share.title')}
      onCancel={onClose}
      // The link is displayed only once.
      closable={code === null}
      keyboard={!touched && code === null}
      mask={{ closable: false }}
      footer={null}
      width={480}
    >
      {code === null ? (
        <SecureForm<Fields>
          submitLabel={t('shares:share.make')}
          initialValues={{
            shareName: screenName === '' ? t(`screens:screen.${kind}`) : screenName,
            hideNames: false,
            ...DEFAULT_EXPIRY.week,
          }}
          errorFields={EXPIRY_ERRORS}
          onSubmit={async ({ shareName, hideNames, ...expiry }) => {
            const created = await client.call('createScreenLink', {
              shareName,
              screenId,
              hideNames,
              ...toExpiry(expiry),
            });
            void queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'shares'] });
            setCode(created.code);
          }}
          onDone={() => undefined}
          onCancel={onClose}
          onTouched={() => setTouched(true)}
        >
          <p>{t('screens:share.text')}</p>
          <Form.Item
            name="shareName"
            label={t('shares:share.name')}
            rules={[fieldRule(createScreenLink.payload.shape.shareName, language)]}
          >
            <Input autoFocus />
          </Form.Item>
          <ExpiryFields />
          <Form.Item name="hideNames" valuePropName="checked">
            <Checkbox>{t('screens:share.hideNames')}</Checkbox>
          </Form.Item>
        </SecureForm>
      ) : (
        <CreatedLink
          url={buildScreenLinkUrl(kind, code)}
          warning={t('screens:share.once')}
          onDone={onClose}
        />
      )}
      <Divider titlePlacement="start" plain>
        {t('shares:links.title')}
      </Divider>
      <ShareLinks />
    </Modal>
  );
}
