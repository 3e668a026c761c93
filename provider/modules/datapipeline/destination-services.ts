// Which parts the destination schema of a service has. See docs/modules/datapipeline.md#destination-schema. Data only; names of services, sorted.

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The whole schema text is a prefix. */
export const prefixServices = names(`
  airtable aurora aurora_postgres azure_cosmos_for_mongo azure_postgres azure_sql_db azure_sql_managed_db bigquery_db clarity cockroachdb
  cosmos databricks_db db2 db2i_hva db2i_sap_hva db2luw db2z documentdb dynamics_365_fo ehr epic_clarity google_cloud_mysql
  google_cloud_postgresql google_cloud_sqlserver hana_sap_hva_b1 hana_sap_hva_ecc hana_sap_hva_s4 heroku_postgres magento_mysql
  magento_mysql_rds maria maria_azure maria_rds mongo mongo_sharded mysql mysql_azure mysql_rds oracle
  oracle_business_intelligence_publisher oracle_ebs oracle_fusion_cloud_apps_crm oracle_fusion_cloud_apps_fscm
  oracle_fusion_cloud_apps_hcm oracle_hva oracle_rac oracle_rds oracle_sap_hva postgres postgres_rds redshift_db sap_hana_db snowflake_db
  sql_server sql_server_hva sql_server_rds sql_server_sap_ecc_hva
`);

/** The text after the dot is a table. */
export const tableServices = names(`
  adroll akamai akeneo algolia amazon_dsp assembled aws_cost_report azure_blob_storage box brave_ads buzzsprout
  canvas_data_2_by_instructure chargebee_product_catalog_2 chargedesk cloudflare_analytics clubspeed constant_contact criteo_retail_media
  destini double_click_campaign_manager double_click_publishers dropbox dropbox_sign dsv duoplane email eventsforce everflow facebook
  forj_community freshdesk_contact_center freshsuccess ftp gcs google_analytics google_classroom google_display_and_video_360
  google_drive google_sheets grin happyfox jama_software jibble justcall kinesis learnupon livechat_partner looker_source mixmax mixpanel
  navan open_data_dc paddle referralhero reviewsai revops rollbar s3 safebase sftp shiphero sistrix slack sugarcrm teamtailor tive
  wasabi_cloud_storage webhooks wherefour wordpress workday workleap_officevibe youtube_analytics
`);

/** The text after the dot is a group of tables. */
export const tableGroupServices = names(`
  azure_blob_storage box dropbox email ftp gcs google_drive guidewire_cloud_data_access s3 s3_compatible_storage sftp share_point workday
`);

/** Only a name. */
export const nameServices = names(`
  15five 360learning 6sense 7shifts absorb_lms acculynx activecampaign acumatica ada adform adjust adobe_analytics
  adobe_analytics_data_feed adobe_commerce adobe_experience_platform adobe_workfront adp_workforce_now adroll adyen affinity afterpay aha
  aircall akamai akeneo alation alchemer algolia alida amazon_ads amazon_attribution amazon_dsp amazon_selling_partner amplitude amqp
  anaplan anthropic_claude anvyl apache_kafka apollo appcues appfigures apple_search_ads applovin appsflyer asana ascend_by_partnerize
  ashby assembled asset_panda atlassian_compass atlassian_jira_align atlassian_ops_genie attentive attio aumni aura_from_unity auth0
  autodesk_bim_360 avantlink aveva_pi awin aws_cloudtrail aws_cost aws_cost_report aws_inventory aws_lambda aws_msk azure_blob_storage
  azure_boards azure_devops azure_event_hub azure_function azure_service_bus backbone_plm ballotready bamboohr bazaarvoice betterworks
  big_commerce bigin_by_zoho_crm bigmarker billing_platform bing_webmaster_tools bingads birdeye bitly bizzabo bizzabo_app bizzabo_v2
  boostr box braintree braintree_sandbox branch brave_ads braze breathe_hr brevo brex brightcove brightflag brightpearl brivo bubble
  buildium buildkite business_central buzzsprout bynder cabcharge calabrio calcom calendly callrail campaignmonitor campfire canny
  canvas_by_instructure canvas_data_2_by_instructure captivateiq care_quality_commission castor_edc centra ceridian_dayforce chameleon
  channel_advisor chargebee_product_catalog_1 chargebee_product_catalog_2 chargedesk charthop chartmogul checkout checkr chorusai
  churnkey churnzero cimis cin7 cin7core circle_community_platform circleci cj_commission_detail clari classy claude_compliance clazar
  clickup clockify clockodo close cloudbeds cloudflare_analytics cloudfront cloudtalk clubspeed coalesce coassemble coda codefresh
  coheris collibra column commercetools compliance_checkpoint concord concur confluence confluent_cloud connector_sdk
  consensus_demo_automation_platform constant_contact contrast_security convex copper cornerstone coupa credly criteo criteo_retail_media
  crossbeam crowddev crunchbase cube cube_software culture_amp customerio cvent d2l_brightspace datadog datastreamer_source db2luw
  dbt_cloud dcl_logistics dear deel delighted deposco deputy destini device_magic dialpad discourse dixa docebo donus doorloop
  double_click_campaign_manager double_click_publishers drata drift drip dropbox dropbox_sign dsv duoplane dutchie dynamics_365 dynamodb
  easypost ebay economic elastic_cloud electronic_tenant_solutions eloqua email employment_hero es_self_hosted eventbrite eventsforce
  everflow everhour exact_online expensein expensify ezofficeinventory facebook facebook_ad_account facebook_ads facebook_pages factbird
  factorial fathom fillout financial_force firebase fireflies firehydrant fivetran_log flexport float flywheel_digital fone_dynamics
  forethought forj_community formstack fortnox fountain fourkites freightview freshbooks freshchat freshdesk freshdesk_contact_center
  freshsales freshservice freshsuccess freshteam friendbuy front ftp fulfil fullstory g2 gainsight_customer_success
  gainsight_product_experience gcs gem genesys getfeedback github gitlab gladly globalmeet gmail gocardless gofundme_pro goldcast gongio
  google_ads google_analytics google_analytics_360 google_analytics_4 google_analytics_4_export google_analytics_mcf
  google_business_profile google_calendar google_classroom google_cloud_function google_display_and_video_360 google_drive google_play
  google_search_ads_360 google_search_console google_sheets google_tag_manager google_tasks gorgias green_power_monitor greenhouse grepsr
  grin guidewire_cloud_data_access guru h_level hana_sap_hva_ecc_netweaver hana_sap_hva_s4_netweaver happyfox harvest healthie heap
  heartland_retail_pos height helpdesk helpjuice helpscout helpshift heroku_kafka hex hibob higher_logic_vanilla hilti_ontrack hopin
  hubspot ibacos ilevel impact impact_partner incidentio infobip insightly instagram_business instructure integral_ad_science integrate
  intercom invoiced ironclad ironclad_clickwrap ironsource iterable itunes_connect ivanti jama_software jamf jibble jira jobnimbus
  jotform justcall kandji katana kevel keypay khoros_care khoros_communities khoros_marketing kinesis kisi kissmetrics klarna klaviyo
  konnect_insights kustomer lattice launchdarkly leap_crm leapsome learn_amp learnupon leave_dates lemlist lessonly lever liftoff
  light_speed_retail lightspeed_retail_xseries line_ads linear linkedin_ads linkedin_company_pages linksquares listen360 livechat
  livechat_partner livestorm lob looker_source loop loopio lucca luma mailchimp maileon mailgun mailjet maintainx malomo mambu mandrill
  marin marketo matomo mavenlink maxio_chargify maxio_saasoptics medallia medallia_agile_research megaphone meltwater mention messagebird
  microsoft_dynamics_365_fno microsoft_dynamics_365_fo microsoft_entra_id microsoft_lists microsoft_power_bi microsoft_teams missive
  mixmax mixpanel mode mollie moloco monday mountain mux myosh namely national_heavy_vehicle_regulator navan netsuite_suiteanalytics nice
  notion nylas odoo okendo okta ometria on24 oncehub one_drive onetrust open_data_dc open_exchange_rates openai
  openai_compliance_platform opendistro opensearch optimizely oracle_fusion_field_service oracle_moat_analytics oracle_netsuite_openair
  oracle_sap_hva_netweaver orbit ordergroove ordway ortto outbrain outreach packiyo paddle pagerduty pandadoc papershift parcellab pardot
  pardot_sandbox partnerize partnerstack_vendor paychex paylocity paypal paypal_sandbox pendo peopleforce persona personio phoenix_ads
  picqer pigment pingdom pinpoint pinterest_ads pinterest_organic pipe17 pipedrive pivotal_tracker piwik_pro placerai planetscale planful
  planhat playvox playvox_workforce_management podio poplar posthog postmark power_reviews_enterprise prisma_cloud prive procore
  productboard productive profound proofpoint_security_awareness prosperstack purple_dot pylon_support_platform qmatic_data_connect
  qualaroo qualtrics quickbooks quora_ads quorum rakutenadvertising ramp rarible rebound_returns recharge recurly reddit_ads referralhero
  refiner reltio replyio resource_management_by_smartsheet retailnext retently revel revenuecat reviewsai reviewsio revops revx
  ricochet360 ringcentral ringover rippling rithum rivo rocketlane rokt rollbar rootly rtb_house ruddr rundeck s3 s3_compatible_storage
  safebase safetyculture sage_hr sage_intacct sailthru salesforce salesforce_commerce_cloud salesforce_marketing_cloud salesforce_sandbox
  salesloft salsify samsara sana sap_business_by_design sap_hana sap_s4hana sap_success_factors scorm security_journey segment sendgrid
  sendinblue sensor_tower sentry servicenow servicetitan servicetrade sevdesk sftp share_point shareasale sharetribe shiphero shipmonk
  shipnetwork shipstation shopify shopware shortcut shortio showpad siemens_building_x_openness sigma_computing_source simplecast
  simplesat singlestore_source sistrix skilljar skillstx skimlinks skuvault slab slack slack_admin_data slack_app smadex smarthr
  smartrecruiters smartsheet smartwaiver snapchat_ads snowplow snyk solarwinds_service_desk sonarqube sparkpost splash splitio splunk
  spotify_ads sprout square squarespace stackadapt stackadapt_graphql standard_metrics starrez statistics_netherlands_cbs statsig
  statuspage stickyio stripe stripe_test stylight subscript sugarcrm survey_monkey survicate swoogo tableau_source taboola talkdesk
  talkwalker teads teamtailor teamwork tempo testrail textus the_movie_database the_trade_desk thinkific ticket_tailor tiktok_ads
  tiktok_organic tiktok_organic_app tive toast toggl_track totango tracksuit_source transcend trelica trello tremendous triple_whale
  trisolute trustpilot twilio twitter twitter_ads tymeshift typeform udemy_business ukg_pro ukg_pro_workforce_management unicommerce
  upland uppromote uptempo uservoice validio veeqo veeva_vault veevavault venminder vimeo visit_by_ges visma vitally vonage
  vonage_contact_center vts vwo walmart_dsp walmart_marketplace wasabi_cloud_storage web_scraper webconnex webhooks when_i_work wherefour
  wicked_reports woocommerce wordpress workable workday workday_adaptive workday_financial_management workday_hcm
  workday_strategic_sourcing workflowmax workleap_officevibe workramp wrike writesonic xactly xandr xero xray xsolla
  yahoo_display_ads_on_yahoo_japan yahoo_dsp yahoo_gemini yahoo_search_ads_yahoo_japan yext yotpo yotpo_app yougov_brandindex
  yougov_sport younium youtube_analytics zendesk zendesk_chat zendesk_sell zendesk_sunshine zendesk_workforce_management zenefits
  zingtree zip zoho_books zoho_campaigns zoho_crm zoho_desk zoho_inventory zoho_people zoho_recruit zonka_feedback zoom zuora
  zuora_sandbox
`);
