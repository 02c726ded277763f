import { NamedError } from '@wakeline/contract/errors';
import { type Gift, giftForm } from '@wakeline/contract/live-events/gifts';
import { App, Form, Input, InputNumber, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import styles from '../live-events.module.css';
import { useLiveEventChange } from '../use-live-event.ts';
import { PictureField } from './picture-field.tsx';

/** What the form is open for: a new gift (null), or one to edit. */
export interface GiftSubject {
  readonly gift: Gift | null;
}

interface GiftFormProps {
  readonly matchId: number;
  /** Null: closed. */
  readonly subject: GiftSubject | null;
  readonly onClose: () => void;
}

interface Fields {
  readonly giftName: string;
  /** Null: empty. */
  readonly price: number | null;
  readonly votes: number | null;
  readonly pictureUrl: string;
  readonly offered: boolean;
}

const { shape } = giftForm;

export function GiftForm({ matchId, subject, onClose }: GiftFormProps) {
  const { t } = useTranslation('gifts');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const save = useLiveEventChange('editGift');
  const gift = subject?.gift ?? null;

  function submit({ offered, price, votes, ...fields }: Fields): void {
    save.mutate(
      {
        ...{ ...fields, matchId, giftId: gift?.giftId ?? null, hidden: !offered },
        // The rules of the fields have refused empty ones.
        ...{ price: price ?? 0, votes: votes ?? 0 },
      },
      {
        onSuccess() {
          message.success(t('saved', { name: fields.giftName.trim() }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          if (error instanceof NamedError && error.errorName === 'gift-picture-unknown')
            form.setFields([{ name: 'pictureUrl', errors: [text] }]);
          else message.error(text);
        },
      },
    );
  }

  return (
    <FormDrawer<Fields>
      open={subject !== null}
      title={gift === null ? t('add') : t('edit', { name: gift.giftName })}
      size={420}
      form={form}
      initialValues={{
        giftName: gift?.giftName ?? '',
        price: gift?.price ?? null,
        votes: gift?.votes ?? null,
        pictureUrl: gift?.pictureUrl ?? '',
        offered: gift?.hidden !== true,
      }}
      saving={save.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item name="giftName" label={t('name')} required rules={[fieldRule(shape.giftName, language)]}>
        <Input autoFocus={gift === null} />
      </Form.Item>
      <Form.Item name="price" label={t('priceYuan')} required rules={[fieldRule(shape.price, language)]}>
        <InputNumber className={styles.amount ?? ''} controls={false} prefix="¥" inputMode="decimal" />
      </Form.Item>
      <Form.Item
        name="votes"
        label={t('votes')}
        extra={t('votesHint')}
        required
        rules={[fieldRule(shape.votes, language)]}
      >
        <InputNumber className={styles.amount ?? ''} controls={false} inputMode="numeric" />
      </Form.Item>
      <Form.Item
        name="pictureUrl"
        label={t('picture')}
        extra={t('pictureHint')}
        required
        validateTrigger={[]}
        rules={[{ required: true, message: t('pictureRequired') }]}
      >
        <PictureField
          matchId={matchId}
          onUploaded={() => form.setFields([{ name: 'pictureUrl', errors: [] }])}
        />
      </Form.Item>
      <Form.Item name="offered" valuePropName="checked" label={t('offered')}>
        <Switch />
      </Form.Item>
    </FormDrawer>
  );
}
