import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type Feed, feedForm } from '@wakeline/contract/trackers/feeds';
import { DEFAULT_INTERVAL_SECONDS, FEED_CONNECTIONS, FEED_KINDS } from '@wakeline/domain/devices/feed-kinds';
import { App, Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormDrawer } from '../../../parts/records/form-drawer.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { connectionTypeOf, type FeedFields, toFeedFields, toFeedForm } from './feed-values.ts';
import styles from './feeds.module.css';
import { useChangeFeed } from './use-feeds.ts';

/** What the form is open for: a new feed, or one to edit. */
export type FeedSubject = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly feed: Feed };

interface FeedFormProps {
  /** Null: closed. */
  readonly subject: FeedSubject | null;
  readonly onClose: () => void;
}

/** The fields that refusals concern. */
const FIELDS_OF_ERRORS: Readonly<Record<string, 'north' | 'senders' | 'host' | 'url'>> = {
  'feed-area-empty': 'north',
  'feed-sender-taken': 'senders',
  'feed-url-invalid': 'url',
};

export function FeedFormDrawer({ subject, onClose }: FeedFormProps) {
  const { t } = useTranslation('feeds');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<FeedFields>();
  const change = useChangeFeed();
  // Keeps the last content visible while the drawer closes.
  const last = useRef<FeedSubject>({ kind: 'add' });
  if (subject) last.current = subject;
  const feed = last.current.kind === 'edit' ? last.current.feed : null;
  const kind = Form.useWatch('kind', form) ?? feed?.kind ?? 'ais';
  const connectionType = connectionTypeOf(kind, Form.useWatch('connectionType', form) ?? 'listen');
  const limitArea = Form.useWatch('limitArea', form) ?? false;
  const required = { required: true, message: t('required') };

  function submit(fields: FeedFields): void {
    const payload = toFeedForm(fields);
    change.mutate(
      feed === null
        ? { kind: 'add', feed: payload }
        : { kind: 'edit', feed: { ...payload, feedId: feed.feedId, renewToken: fields.renewToken ?? false } },
      {
        onSuccess() {
          message.success(t('saved', { name: payload.feedName }));
          onClose();
        },
        onError(error) {
          const text = errorText(error, language);
          const field = error instanceof NamedError ? fieldOf(error.errorName) : null;
          if (field === null) message.error(text);
          else form.setFields([{ name: field, errors: [text] }]);
        },
      },
    );
  }

  function fieldOf(errorName: string): keyof FeedFields | null {
    if (errorName === 'feed-address-refused') return connectionType === 'poll' ? 'url' : 'host';
    return FIELDS_OF_ERRORS[errorName] ?? null;
  }

  return (
    <FormDrawer<FeedFields>
      open={subject !== null}
      title={feed === null ? t('add') : t('edit', { name: feed.feedName })}
      size={440}
      form={form}
      initialValues={toFeedFields(feed)}
      saving={change.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Form.Item
        name="feedName"
        label={t('column.feedName')}
        rules={[fieldRule(feedForm.shape.feedName, language)]}
      >
        <Input autoFocus={feed === null} maxLength={LIMITS.name} />
      </Form.Item>
      <Form.Item name="kind" label={t('column.kind')}>
        <Select
          options={FEED_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value: FeedFields['kind']) => {
            form.setFieldValue('connectionType', FEED_CONNECTIONS[value][0]);
            if (!form.isFieldTouched('intervalSeconds'))
              form.setFieldValue('intervalSeconds', DEFAULT_INTERVAL_SECONDS[value]);
          }}
        />
      </Form.Item>
      <Form.Item name="connectionType" label={t('connection.title')}>
        <Radio.Group
          className={styles.choices ?? ''}
          options={FEED_CONNECTIONS[kind].map((value) => ({ value, label: t(`connection.${value}`) }))}
        />
      </Form.Item>
      <ConnectionFields type={connectionType} isStored={feed?.connection.type === 'listen'} />
      <Form.Item name="intervalSeconds" label={t('interval')} rules={[required]}>
        <InputNumber min={1} max={3_600} precision={0} />
      </Form.Item>
      <Form.Item name="unknownObjects" label={t('unknownObjects')}>
        <Radio.Group
          options={(['traffic', 'ignore'] as const).map((value) => ({ value, label: t(`unknown.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="limitArea" valuePropName="checked">
        <Checkbox>{t('limitArea')}</Checkbox>
      </Form.Item>
      {limitArea && (
        <div className={styles.area}>
          {(['north', 'south', 'west', 'east'] as const).map((edge) => {
            const max = edge === 'north' || edge === 'south' ? 90 : 180;
            return (
              <Form.Item key={edge} name={edge} label={t(`area.${edge}`)} rules={[required]}>
                <InputNumber min={-max} max={max} suffix="°" />
              </Form.Item>
            );
          })}
        </div>
      )}
      <Form.Item name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  );
}
